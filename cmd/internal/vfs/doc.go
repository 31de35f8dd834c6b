// SPDX-License-Identifier: MIT

// Package vfs is where the program opens what it reads and writes by name: a file of this machine, an object of S3
// (s3://bucket/key) or of Google Cloud Storage (gs://bucket/key), or what an address of the web (https://host/path) stands for.
//
// Objects are read as a stream or by ranges of bytes. What is lost on the way is asked for again, and an object that is
// replaced meanwhile is an error (ErrChanged). An object that is written appears when all of it has been: as an upload in
// parts that is completed at the end, or in one request.
//
// Credentials come from the environment alone, and stand in no message: AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and
// AWS_SESSION_TOKEN, with AWS_REGION and AWS_ENDPOINT_URL, for S3; GS_ACCESS_KEY_ID and GS_SECRET_ACCESS_KEY, or
// GOOGLE_OAUTH_ACCESS_TOKEN, with STORAGE_EMULATOR_HOST, for Google. Without them requests are anonymous. Names with a user, a
// password, a query or a fragment are refused; http:// is taken for this machine alone, and redirects to another host are not followed.
//
// Requests are signed by package signer/v4 of Amazon's SDK; the rest is net/http, which the program needs anyway. The protocol
// is that of Amazon's "S3 API Reference", of which Google's XML API understands what is used here.
package vfs
