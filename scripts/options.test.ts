import path from "node:path";
import { describe, expect, it, test } from "vitest";
import { UsageError, startOptions } from "./options";

describe("npm start without flags", () => {
  it("serves this machine at 3211, programs at 3210, from .mandi, with demo data", () => {
    expect(startOptions([], {})).toEqual({
      port: 3211,
      apiPort: 3210,
      host: "127.0.0.1",
      dataDir: path.resolve(".mandi"),
      empty: false,
      logFormat: "text",
      reservedDiskBytes: 128 * 2 ** 20,
      variables: { DEV_MAILBOX: "1" },
    });
  });

  it("takes ports and folder from the environment, and a flag before it", () => {
    const env = { PORT: "80", API_PORT: "81", DATA_DIR: "/srv/market" };
    expect(startOptions([], env)).toMatchObject({ port: 80, apiPort: 81, dataDir: "/srv/market" });
    const flags = ["--port", "0", "--api-port", "90", "--data", "elsewhere"];
    expect(startOptions(flags, env)).toMatchObject({
      port: 0,
      apiPort: 90,
      dataDir: path.resolve("elsewhere"),
    });
  });

  it("reserves as much of the disk as it is told to", () => {
    expect(startOptions(["--reserved-disk-mib", "0"], {}).reservedDiskBytes).toBe(0);
    expect(startOptions(["--reserved-disk-mib", "5"], {}).reservedDiskBytes).toBe(5 * 2 ** 20);
    for (const wrong of ["-1", "1.5", "all", ""])
      expect(() => startOptions([`--reserved-disk-mib=${wrong}`], {})).toThrow(UsageError);
  });

  it("takes an empty variable for none", () => {
    const env = { PORT: "", API_PORT: "", DATA_DIR: "", PUBLIC_URL: "", TRUST_PROXY: "" };
    expect(startOptions([], env)).toEqual(startOptions([], {}));
  });
});

describe("the log of calls", () => {
  it("is set by a flag or the environment", () => {
    expect(startOptions(["--log-format", "json"], {}).logFormat).toBe("json");
    expect(startOptions([], { LOG_FORMAT: "json" }).logFormat).toBe("json");
    expect(() => startOptions(["--log-format", "xml"], {})).toThrow(UsageError);
  });
});

describe("injected conflicts", () => {
  it("are a share of all runs", () => {
    expect(startOptions(["--contend", "0.25"], {}).contention).toEqual({ share: 0.25 });
    expect(startOptions([], {}).contention).toBeUndefined();
    for (const nonsense of ["2", "-1", "much"])
      expect(() => startOptions([`--contend=${nonsense}`], {})).toThrow(UsageError);
  });
});

describe("the development mailbox", () => {
  const isOpen = (...args: string[]) =>
    startOptions(args, {}).variables["DEV_MAILBOX"] !== undefined;

  test.each(["127.0.0.1", "127.8.8.8", "localhost", "::1"])("is open on %s", (host) => {
    expect(isOpen("--host", host)).toBe(true);
  });

  test.each(["0.0.0.0", "::", "192.168.1.7", "market.example", "127.market.example"])(
    "is closed on %s",
    (host) => {
      expect(isOpen("--host", host)).toBe(false);
    },
  );

  it("is closed behind a proxy", () => {
    expect(isOpen("--public-url", "https://market.example")).toBe(false);
    expect(isOpen("--public-url", "https://127.market.example")).toBe(false);
    expect(isOpen("--public-url", "http://[::1]:8080")).toBe(true);
  });
});

describe("trusted proxies", () => {
  it("are set by a flag or the environment", () => {
    expect(startOptions(["--trust-proxy", "loopback"], {}).trustProxy).toBe("loopback");
    const env = { TRUST_PROXY: "10.0.0.0/8,2001:db8::/32" };
    expect(startOptions([], env).trustProxy).toBe("10.0.0.0/8,2001:db8::/32");
    expect(startOptions([], {}).trustProxy).toBeUndefined();
  });

  it.each(["true", "10.0.0.0/33", "0.0.0.0/0", "proxy.example"])("are not %s", (text) => {
    expect(() => startOptions(["--trust-proxy", text], {})).toThrow(UsageError);
    expect(() => startOptions([], { TRUST_PROXY: text })).toThrow("--trust-proxy takes loopback");
  });

  it("close the development mailbox", () => {
    const { variables } = startOptions(["--trust-proxy", "loopback"], {});
    expect(variables).not.toHaveProperty("DEV_MAILBOX");
  });
});

describe("the functions' environment variables", () => {
  it("are given with --env, as often as needed, and may hold =", () => {
    const args = ["--env", "MAIL_FROM=Mandi <a@b.test>", "--env", "RESEND_API_KEY=a=b="];
    expect(startOptions(args, {}).variables).toEqual({
      DEV_MAILBOX: "1",
      MAIL_FROM: "Mandi <a@b.test>",
      RESEND_API_KEY: "a=b=",
    });
  });

  it("hold nothing of the host's environment but RATE_LIMITS=off", () => {
    expect(startOptions([], { RATE_LIMITS: "off", HOME: "/root" }).variables).toEqual({
      DEV_MAILBOX: "1",
      RATE_LIMITS: "off",
    });
    expect(startOptions([], { RATE_LIMITS: "on" }).variables).not.toHaveProperty("RATE_LIMITS");
  });
});

test.each([
  [["--port", "x"], {}, '--port must be a port number from 0 to 65535, not "x".'],
  [["--port", "65536"], {}, "--port must be a port number"],
  [["--port", "1e3"], {}, "--port must be a port number"],
  [["--port=-1"], {}, "--port must be a port number"],
  [[], { API_PORT: "many" }, '--api-port must be a port number from 0 to 65535, not "many".'],
  [["--env", "NAME"], {}, '--env takes NAME=VALUE, not "NAME".'],
  [["--env", "=value"], {}, "--env takes NAME=VALUE"],
  [
    ["--public-url", "market"],
    {},
    '--public-url must be an address such as https://market.example, not "market".',
  ],
  [["--public-url", "ftp://market.example"], {}, "--public-url must be an address"],
  [["--nonsense"], {}, "--nonsense"],
  [["start"], {}, "start"],
] as const)("rejects %j %j with an explanation", (args, env, words) => {
  const refused = () => startOptions(args, env);
  expect(refused).toThrow(UsageError);
  expect(refused).toThrow(words);
});

test("a public address is kept without its path", () => {
  const { publicUrl } = startOptions(["--public-url", "https://market.example/home"], {});
  expect(publicUrl).toBe("https://market.example");
});
