// SPDX-License-Identifier: MIT
//
// Runs statements in DuckDB with so many threads and prints, as JSON, how long each took and
// what the last returned:  node duck.mjs THREADS SQL...
import { DuckDBInstance } from "@duckdb/node-api";

const [threads, ...statements] = process.argv.slice(2);
const database = await DuckDBInstance.create(":memory:", { threads });
const connection = await database.connect();
const seconds = [];
let rows = [], named = [];
for (const sql of statements) {
  const begin = process.hrtime.bigint();
  const reader = await connection.runAndReadAll(sql);
  rows = reader.getRowsJS();
  named = reader.getRowObjectsJS();
  seconds.push(Number(process.hrtime.bigint() - begin) / 1e9);
}
const usage = process.resourceUsage();
console.log(JSON.stringify({ seconds, rows, named, user: usage.userCPUTime / 1e6, system: usage.systemCPUTime / 1e6, peak: usage.maxRSS * 1024 },
  (_, v) => (typeof v === "bigint" ? Number(v) : v)));
