// SPDX-License-Identifier: MIT
//
// Reads and writes the same tables with Daylight and with DuckDB, by turns, and prints a table
// of rates, ratios, user seconds and peak memory of whole processes.
//
//   npm install && node run.mjs [--daylight PROGRAM] [--rows N] [--runs N] [--workers N]
//       [--only read,job,grid,write]
//
// Tables are made in a temporary directory, which is removed in the end.
import { execFileSync, spawnSync } from "node:child_process";
import { createReadStream, createWriteStream, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const options = { daylight: "daylight", rows: "1000000", runs: "5", workers: "1", only: "read,job,grid,write" };
for (let i = 2; i < process.argv.length; i += 2) {
  const name = process.argv[i].replace(/^--/, "");
  if (!(name in options) || process.argv[i + 1] === undefined) {
    console.error(`unknown option ${process.argv[i]}: want ${Object.keys(options).map((o) => `--${o} VALUE`).join(", ")}`);
    process.exit(2);
  }
  options[name] = process.argv[i + 1];
}
const here = dirname(fileURLToPath(import.meta.url));
const dir = mkdtempSync(join(tmpdir(), "daylight-tables-"));
process.on("exit", () => rmSync(dir, { recursive: true, force: true }));
process.on("SIGINT", () => process.exit(130));
const at = (name) => join(dir, name);

// timed runs a program and tells what the whole process took.
function timed(program, args) {
  const r = spawnSync("/usr/bin/time", ["-f", "@%U %S %e %M", program, ...args], { encoding: "utf8", maxBuffer: 1 << 28 });
  if (r.status !== 0) throw new Error(`${program} ${args.join(" ")}: ${r.stderr}`);
  const [user, system, wall, peak] = r.stderr.slice(r.stderr.lastIndexOf("@") + 1).trim().split(" ").map(Number);
  return { out: r.stdout, user, system, wall, peak: peak * 1024 };
}

function daylight(file, out) {
  const t = timed(options.daylight, ["collide", "-q", "--workers", options.workers, "--stats", at("stats.json"), "-o", out, file]);
  const stats = JSON.parse(readFileSync(at("stats.json"), "utf8"));
  return { ...t, read: stats.seconds.read, write: stats.seconds.write };
}

function duckdb(...sql) {
  const t = timed(process.execPath, [join(here, "duck.mjs"), options.workers, ...sql]);
  return { ...t, ...JSON.parse(t.out), whole: t };
}

const median = (list) => list.toSorted((a, b) => a - b)[list.length >> 1];

// quads writes the boxes as WKT.
async function quads() {
  const out = createWriteStream(at("quads.csv"));
  out.write("id,wkt\n");
  let first = true;
  for await (const line of createInterface({ input: createReadStream(at("boxes.csv")) })) {
    if (first) { first = false; continue; }
    const [id, , x, y, angle, hx, hy] = line.split(",").map(Number);
    const c = Math.cos(angle), s = Math.sin(angle);
    const p = [[-hx, -hy], [hx, -hy], [hx, hy], [-hx, hy]].map(([u, v]) => `${(x + c * u - s * v).toFixed(4)} ${(y + s * u + c * v).toFixed(4)}`);
    if (!out.write(`${id},"POLYGON((${[...p, p[0]].join(",")}))"\n`)) await once(out, "drain");
  }
  out.end();
  await once(out, "finish");
}

execFileSync(options.daylight, ["gen", "boxes", "-q", "-n", options.rows, "-o", at("boxes.csv")]);
execFileSync(options.daylight, ["gen", "boxes", "-q", "-n", options.rows, "-o", at("boxes.ndjson")]);
execFileSync(options.daylight, ["gen", "boxes", "-q", "-n", options.rows, "-o", at("boxes.csv.gz")]);
await quads();
duckdb(`copy (from read_csv('${at("boxes.csv")}')) to '${at("boxes.parquet")}' (format parquet)`);

const sums = "count(*), sum(x), sum(y), sum(angle), sum(hx), sum(hy), count(id), count(world)";
const readings = [
  ["CSV boxes", "boxes.csv", `select ${sums} from read_csv('${at("boxes.csv")}')`],
  ["CSV boxes, gzip", "boxes.csv.gz", `select ${sums} from read_csv('${at("boxes.csv.gz")}')`],
  ["NDJSON boxes", "boxes.ndjson", `select ${sums} from read_json('${at("boxes.ndjson")}', format = 'newline_delimited')`],
  ["WKT quads (DuckDB: as text)", "quads.csv", `select count(*), sum(length(wkt)), count(id) from read_csv('${at("quads.csv")}')`],
  ["Parquet boxes", "boxes.parquet", `select ${sums} from '${at("boxes.parquet")}'`],
];
const version = execFileSync(options.daylight, ["--version"], { encoding: "utf8" }).trim();
const duck = duckdb("select version()").rows[0][0];
console.log(`${version}, DuckDB ${duck}, ${options.rows} rows, ${options.workers} worker(s), median of ${options.runs} runs by turns.\n`);
// Processor time, user and system, of whole processes: it is what the work costs, whatever
// else the machine does meanwhile. Of DuckDB's, a process that does nothing is taken off.
const cpu = (t) => t.user + t.system;
const idle = median(Array.from({ length: Number(options.runs) }, () => cpu(duckdb("select 1").whole)));
// A join with a table that has no rows reads a table, sorts its boxes and finds no pair.
writeFileSync(at("none.csv"), "id,x,y,r\n");
const read = (file) => timed(options.daylight, ["collide", "-q", "--mode", "pairs", "--join", at("none.csv"), "--workers", options.workers, file]);
console.log("| reading | MB | Daylight: MB a CPU second | DuckDB: MB a CPU second | ratio | Daylight: rows a CPU second | Daylight: user s, peak MB | DuckDB: user s, peak MB |");
console.log("| --- | --: | --: | --: | --: | --: | --: | --: |");
const round = (v, digits = 3) => Number(v.toPrecision(digits)).toString();
const mega = (bytes) => round(bytes / 1e6);
const only = options.only.split(",");
for (const [what, name, sql] of only.includes("read") ? readings : []) {
  const ours = [], theirs = [];
  for (let i = 0; i < Number(options.runs); i++) {
    ours.push(read(at(name)));
    theirs.push(duckdb(sql).whole);
  }
  const size = statSync(at(name)).size;
  const a = median(ours.map(cpu)), b = median(theirs.map(cpu)) - idle;
  console.log(`| ${what} | ${mega(size)} | ${round(size / 1e6 / a)} | ${round(size / 1e6 / b)} | ${round(b / a)} | ${round(Number(options.rows) / a)} | ` +
    `${round(median(ours.map((r) => r.user)))}, ${mega(median(ours.map((r) => r.peak)))} | ${round(median(theirs.map((r) => r.user)))}, ${mega(median(theirs.map((r) => r.peak)))} |`);
}

console.log("\n| whole job, boxes to contacts as CSV | CPU s | wall s | peak MB |");
console.log("| --- | --: | --: | --: |");
for (const name of only.includes("job") ? ["boxes.csv", "boxes.csv.gz", "boxes.ndjson", "quads.csv", "boxes.parquet"] : []) {
  const runs = Array.from({ length: Number(options.runs) }, () => daylight(at(name), at("contacts.csv")));
  console.log(`| ${name} | ${round(median(runs.map(cpu)))} | ${round(median(runs.map((r) => r.wall)))} | ${mega(median(runs.map((r) => r.peak)))} |`);
}

// Circles need no library: what a user of DuckDB writes who looks for pairs in the cells around each
// circle, of a grid as wide as the largest.
const grid = (from, to) => `copy (
  with c as (from '${from}'), k as (select max(2 * r) d from c),
  g as (select c.*, floor(x / d)::int gx, floor(y / d)::int gy from c, k),
  n as (select g.*, gx + i nx, gy + j ny from g, (values (-1), (0), (1)) a(i), (values (-1), (0), (1)) b(j)),
  p as (select a.world, a.id id_a, b.id id_b, a.r + b.r s, b.x - a.x x, b.y - a.y y from n a
    join g b on a.nx = b.gx and a.ny = b.gy and a.world = b.world and a.id < b.id)
  select world, id_a, id_b, s - sqrt(x * x + y * y) depth, x / sqrt(x * x + y * y) nx, y / sqrt(x * x + y * y) ny
  from p where x * x + y * y <= s * s) to '${to}'`;
if (only.includes("grid")) {
  console.log("\n| circles to contacts with depth and normal | Daylight: CPU s, wall s | DuckDB, grid join: CPU s, wall s | ratio | peak MB, Daylight and DuckDB |");
  console.log("| --- | --: | --: | --: | --: |");
  for (const ending of ["csv", "parquet"]) {
    const from = at("circles." + ending);
    execFileSync(options.daylight, ["gen", "circles", "-q", "-n", options.rows, "-o", from]);
    const ours = [], theirs = [];
    for (let i = 0; i < Number(options.runs); i++) {
      ours.push(daylight(from, at("ours." + ending)));
      theirs.push(duckdb(grid(from, at("theirs." + ending))).whole);
    }
    const a = median(ours.map(cpu)), b = median(theirs.map(cpu)) - idle;
    console.log(`| ${ending} | ${round(a)}, ${round(median(ours.map((r) => r.wall)))} | ${round(b)}, ${round(median(theirs.map((r) => r.wall)))} | ` +
      `${round(b / a)} | ${mega(median(ours.map((r) => r.peak)))}, ${mega(median(theirs.map((r) => r.peak)))} |`);
  }
}

if (!only.includes("write")) process.exit(0);
console.log("\n| writing contacts, wall time | MB | Daylight, MB/s | DuckDB, MB/s | ratio |");
console.log("| --- | --: | --: | --: | --: |");
daylight(at("boxes.csv"), at("contacts.csv"));
for (const [what, ending, format] of [["CSV", "csv", "csv"], ["CSV, gzip", "csv.gz", "csv, compression gzip"], ["NDJSON", "ndjson", "json"], ["Parquet", "parquet", "parquet"]]) {
  const ours = [], theirs = [];
  for (let i = 0; i < Number(options.runs); i++) {
    ours.push(daylight(at("boxes.csv"), at("ours." + ending)));
    theirs.push(duckdb(`create table c as from read_csv('${at("contacts.csv")}', types = {'depth': 'float', 'nx': 'float', 'ny': 'float', 'id_a': 'varchar', 'id_b': 'varchar', 'world': 'varchar'})`,
      `copy c to '${at("theirs." + ending)}' (format ${format})`));
  }
  const size = statSync(at("ours." + ending)).size;
  const a = median(ours.map((r) => r.write)), b = median(theirs.map((r) => r.seconds[1]));
  console.log(`| ${what} | ${mega(size)} | ${round(size / 1e6 / a)} | ${round(statSync(at("theirs." + ending)).size / 1e6 / b)} | ${round(b / a)} |`);
}
