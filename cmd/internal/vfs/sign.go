// SPDX-License-Identifier: MIT

package vfs

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"net/http"
	"os"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	v4 "github.com/aws/aws-sdk-go-v2/aws/signer/v4"
)

// sign adds the credentials of the environment to a request, if there are any.
func (a *address) sign(r *http.Request, q *request) error {
	id, secret, token, where := os.Getenv("AWS_ACCESS_KEY_ID"), os.Getenv("AWS_SECRET_ACCESS_KEY"), os.Getenv("AWS_SESSION_TOKEN"), region()
	switch a.scheme {
	case "https":
		return nil
	case "gs":
		if bearer := os.Getenv("GOOGLE_OAUTH_ACCESS_TOKEN"); bearer != "" {
			if a.base.Scheme == "http" && !loopback(a.base.Hostname()) {
				return errors.New("GOOGLE_OAUTH_ACCESS_TOKEN is not sent by http://, which others can read")
			}
			r.Header.Set("Authorization", "Bearer "+bearer)
			return nil
		}
		id, secret, token, where = os.Getenv("GS_ACCESS_KEY_ID"), os.Getenv("GS_SECRET_ACCESS_KEY"), "", "auto"
	}
	if id == "" || secret == "" {
		return nil
	}
	hash := sha256.New()
	if q.body != nil {
		if _, err := io.Copy(hash, io.NewSectionReader(q.body, 0, q.size)); err != nil {
			return err
		}
	}
	sum := hex.EncodeToString(hash.Sum(nil))
	r.Header.Set("X-Amz-Content-Sha256", sum)
	s := v4.NewSigner(func(o *v4.SignerOptions) { o.DisableURIPathEscaping = true })
	return s.SignHTTP(r.Context(), aws.Credentials{AccessKeyID: id, SecretAccessKey: secret, SessionToken: token}, r, sum, "s3", where, time.Now())
}

// credentials say what is to be set where a server lets nobody in.
func (a *address) credentials() string {
	switch a.scheme {
	case "s3":
		return "credentials are AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_SESSION_TOKEN of the environment"
	case "gs":
		return "credentials are GOOGLE_OAUTH_ACCESS_TOKEN, or GS_ACCESS_KEY_ID and GS_SECRET_ACCESS_KEY, of the environment"
	}
	return "read what needs credentials by a pipe (curl ADDRESS | daylight ... -)"
}
