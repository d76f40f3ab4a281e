/** Reverse proxies that run the configuration of a document, with TLS, on a free port of this machine. */
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { eventually } from "./project";

const NGINX = "/usr/sbin/nginx";
const CADDY = "/usr/bin/caddy";
/** Set by the continuous check, where a missing nginx is a failure. */
const IS_REQUIRED = process.env["REQUIRE_NGINX"] === "1";

export const HAS_NGINX = existsSync(NGINX) || IS_REQUIRED;
export const HAS_CADDY = existsSync(CADDY);

/** Returns the first block of this language in a Markdown document. */
export function readBlock(document: string, language: string): string {
  const text = readFileSync(document, "utf8");
  const block = new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``).exec(text)?.[1];
  if (block === undefined) throw new Error(`${document} has no block of ${language}.`);
  return block;
}

/** The file names of a certificate that only its holder trusts. */
export interface Certificate {
  readonly certificate: string;
  readonly key: string;
}

export interface ReverseProxy {
  stop(): Promise<void>;
}

async function isListening(port: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.destroy();
      resolve();
    });
    socket.on("error", reject);
  });
}

/** Its messages are shown if it does not start. */
async function start(
  [program = "", ...args]: readonly string[],
  port: number,
  dir: string,
): Promise<ReverseProxy> {
  const child = spawn(program, args, {
    stdio: ["ignore", "ignore", "pipe"],
    env: { PATH: process.env["PATH"], HOME: dir, XDG_DATA_HOME: dir, XDG_CONFIG_HOME: dir },
  });
  let output = "";
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const exited = new Promise((resolve) => child.once("exit", resolve));
  const stop = async () => {
    child.kill();
    await exited;
    rmSync(dir, { recursive: true, force: true });
  };
  try {
    await eventually(() => isListening(port));
  } catch (error) {
    await stop();
    throw new Error(`${program} did not start: ${output}`, { cause: error });
  }
  return { stop };
}

function makeDir(): string {
  return mkdtempSync(path.join(tmpdir(), "proxy-"));
}

/** @param server - What stands in `sites-enabled`. */
export function startNginx(server: string, port: number): Promise<ReverseProxy> {
  const dir = makeDir();
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((name) => `${name}_temp_path ${dir}/${name};`)
    .join(" ");
  const file = path.join(dir, "nginx.conf");
  writeFileSync(
    file,
    `daemon off; master_process off; pid ${dir}/pid; error_log stderr; events {}
http { access_log off; ${temporary} ${server} }`,
  );
  return start([NGINX, "-p", dir, "-e", "stderr", "-c", file], port, dir);
}

/** @param site - A site's block of a Caddyfile. */
export function startCaddy(site: string, port: number): Promise<ReverseProxy> {
  const dir = makeDir();
  const file = path.join(dir, "Caddyfile");
  const globals =
    "admin off\nauto_https disable_redirects\nskip_install_trust\nlog {\nlevel ERROR\n}";
  writeFileSync(file, `{\n${globals}\n}\n${site}`);
  return start([CADDY, "run", "--config", file, "--adapter", "caddyfile"], port, dir);
}

/** Makes a certificate in a directory. */
export function makeCertificate(dir: string, host: string): Certificate {
  mkdirSync(dir, { recursive: true });
  const [certificate, key] = [path.join(dir, "certificate.pem"), path.join(dir, "key.pem")];
  const subject = ["-subj", `/CN=${host}`, "-addext", `subjectAltName=DNS:${host}`];
  const kind = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-noenc"];
  execFileSync(
    "openssl",
    ["req", "-x509", ...kind, "-days", "2", ...subject, "-keyout", key, "-out", certificate],
    { stdio: "pipe" },
  );
  return { certificate, key };
}
