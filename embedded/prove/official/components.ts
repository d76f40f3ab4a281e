/**
 * `component-tests`: projects with components. convex-backend's tests of them are Rust code inside the server
 * (`crates/application/src/tests`); the ones that can be asked from outside are asked here by the same names. The others look
 * into tables of the server, or delete a component's tables, which the dashboard alone does.
 */
import { once } from "node:events";
import { existsSync } from "node:fs";
import { get } from "node:http";
import path from "node:path";
import type { Value } from "convex/values";
import { eventually } from "../../testkit/project";
import type { RouteTest } from "./componentRoutes";
import { ROUTE_TESTS } from "./componentRoutes";
import type { Served } from "./scratch";
import { installedCopy, serve } from "./scratch";
import type { Suite, TestResult } from "./suite";
import { messageOf } from "./suite";

const MESSAGE = { channel: "sports", text: "a goal" };

/** A backend that serves one of the suite's projects, on data of its own unless told otherwise. */
class Backend {
  readonly #served: Served;

  constructor(served: Served) {
    this.#served = served;
  }

  get url(): string {
    return this.#served.url;
  }

  stop(): Promise<void> {
    return this.#served.stop();
  }

  async call(name: string, args: Record<string, Value> = {}, componentPath?: string) {
    const response = await this.#post("/api/function", {
      path: name,
      args,
      format: "json",
      ...(componentPath !== undefined && { componentPath }),
    });
    return (await response.json()) as {
      status: string;
      value?: unknown;
      errorMessage?: string;
      logLines?: readonly string[];
    };
  }

  /** The value, or an error. */
  async value(name: string, args?: Record<string, Value>, componentPath?: string) {
    const { status, value, errorMessage } = await this.call(name, args, componentPath);
    if (status !== "success") throw new Error(errorMessage);
    return value;
  }

  async setVariable(name: string, value: string): Promise<void> {
    const changes = [{ name, value }];
    await this.#post("/api/update_environment_variables", { changes });
  }

  #post(address: string, body: unknown): Promise<Response> {
    return fetch(this.url + address, {
      method: "POST",
      headers: {
        Authorization: `Convex ${this.#served.adminKey}`,
        "Content-Type": "application/json",
      },
      body: JSON.stringify(body),
    });
  }
}

/** Starts a backend with a project, on a data folder. */
type Open = (project: string, data?: string) => Promise<Backend>;
type Test = (open: Open) => Promise<void>;

function same(actual: unknown, expected: unknown): void {
  const [actualText, expectedText] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (actualText !== expectedText)
    throw new Error(`Expected ${expectedText}, and it is ${actualText}.`);
}

function includes(text: string | undefined, words: string): void {
  if (text?.includes(words) !== true) throw new Error(`Expected "${words}", and it is: ${text}`);
}

async function unmounted(open: Open, data: string): Promise<Backend> {
  const before = await open("mounted", data);
  await before.value("messages:insertMessage", MESSAGE, "component");
  await before.stop();
  return open("empty", data);
}

/** Sends a request and closes its connection as soon as `untilWhen` says so. */
async function disconnected(address: string, untilWhen: "sent" | "first chunk"): Promise<void> {
  const request = get(address);
  request.on("error", () => undefined);
  if (untilWhen === "first chunk") {
    const [response] = (await once(request, "response")) as [NodeJS.ReadableStream];
    await once(response, "data");
  } else {
    await once(request, "finish");
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  request.destroy();
}

const FUNCTIONS: Readonly<Record<string, Test>> = {
  async test_run_component_query(open) {
    const { logLines } = await (await open("with-schema")).call("componentEntry:list");
    same(logLines?.length, 1);
  },
  async test_run_component_mutation(open) {
    await (await open("with-schema")).value("componentEntry:insert", MESSAGE);
  },
  async test_run_component_action(open) {
    const { value, logLines = [] } = await (await open("with-schema")).call("componentEntry:hello");
    same([value, logLines], ["hello", []]);
  },
  async test_env_vars_not_accessible_in_components(open) {
    const backend = await open("basic");
    await backend.setVariable("NAME", "emma");
    same(await backend.value("componentEntry:envVarQuery"), null);
    same(await backend.value("componentEntry:envVarAction"), null);
  },
  async test_system_env_vars_not_accessible_in_components(open) {
    const backend = await open("basic");
    same(await backend.value("componentEntry:systemEnvVarQuery"), null);
    same(await backend.value("componentEntry:systemEnvVarAction"), null);
  },
  async test_system_error_propagation(open) {
    const backend = await open("basic");
    for (const name of ["throwSystemErrorFromQuery", "throwSystemErrorFromAction"]) {
      const { errorMessage } = await backend.call(`errors:${name}`);
      includes(errorMessage, "Your request couldn't be completed");
    }
  },
  async test_paginate_within_component(open) {
    const { errorMessage } = await (await open("basic")).call("errors:tryPaginateWithinComponent");
    includes(errorMessage, "paginate() is only supported in the app");
  },
  async test_date_now_within_component(open) {
    const backend = await open("basic");
    const [parent = 0, child = 0] = (await backend.value("componentEntry:dateNow")) as number[];
    if (child < parent) throw new Error(`${child} is before ${parent}.`);
  },
  async test_math_random_within_component(open) {
    const backend = await open("basic");
    const [parent, child] = (await backend.value("componentEntry:mathRandom")) as number[];
    if (parent === child) throw new Error("Both have the same randomness.");
  },
  async test_infinite_loop_in_component(open) {
    const { errorMessage } = await (await open("basic")).call("errors:tryInfiniteLoop");
    includes(errorMessage, "Cross component call depth limit exceeded");
  },
  async test_component_status_skips_staged_index(open) {
    const before = await open("basic", "staged");
    await before.value("errors:insertDoc");
    await before.stop();
    await open("schema_with_index", "staged");
  },
};

const MOUNTING: Readonly<Record<string, Test>> = {
  async test_unmounted_component_state(open) {
    await (await unmounted(open, "remounted")).stop();
    const again = await open("mounted", "remounted");
    const rows = (await again.value("messages:listMessages", {}, "component")) as unknown[];
    same(rows.length, 1);
  },
  async test_unmount_cannot_call_functions(open) {
    const backend = await unmounted(open, "calls");
    const { status } = await backend.call("messages:listMessages", {}, "component");
    same(status, "error");
  },
  async test_descendents_unmounted(open) {
    const backend = await unmounted(open, "descendants");
    const { status } = await backend.call("messages:listMessages", {}, "envVars/component");
    same(status, "error");
  },
};

const HTTP_ACTIONS: Readonly<Record<string, Test>> = {
  async test_http_action_basic(open) {
    const { url } = await open("http_actions");
    const response = await fetch(`${url}/echo`, { method: "POST", body: "test body" });
    same([response.status, await response.text()], [200, "test body"]);
    same(response.headers.has("content-type"), true);
  },
  async test_http_action_error(open) {
    const response = await fetch(`${(await open("http_actions")).url}/errorInEndpoint`);
    same(response.status, 500);
    includes(await response.text(), "Custom error");
  },
  async test_http_action_not_found(open) {
    const response = await fetch(`${(await open("http_actions")).url}/nonexistent`);
    same(response.status, 404);
  },
  async test_http_action_disconnect_before_head(open) {
    const backend = await open("http_actions");
    await disconnected(`${backend.url}/pausableHello`, "sent");
    same(await backend.value("functions:didWrite"), false);
  },
  async test_http_action_disconnect_while_streaming(open) {
    const backend = await open("http_actions");
    await disconnected(`${backend.url}/pausableHelloBody`, "first chunk");
    same(await backend.value("functions:didWrite"), false);
  },
  async test_http_action_continues_after_client_disconnects(open) {
    const backend = await open("http_actions");
    await disconnected(`${backend.url}/writeAfterDisconnect`, "sent");
    await eventually(async () => same(await backend.value("functions:didWrite"), true));
  },
};

function routeTest({ project, requests }: RouteTest): Test {
  return async (open) => {
    const { url } = await open(project);
    for (const { path: address, body, status, text, not } of requests) {
      const response = await fetch(
        url + address,
        body === undefined ? {} : { method: "POST", body },
      );
      const sent = await response.text();
      same(response.status, status);
      if (text !== undefined) same(sent, text.replace("$SITE", url));
      if (sent === not) throw new Error(`The app's own route answered ${address}.`);
    }
  };
}

async function attempt(title: string, test: Test, open: Open, opened: Backend[]) {
  const file = title.includes("_http_") ? "http_action.rs" : "components.rs";
  const result = { file, title };
  try {
    await test(open);
    return { ...result, error: null };
  } catch (error) {
    return { ...result, error: messageOf(error) };
  } finally {
    for (const backend of opened.splice(0)) await backend.stop();
  }
}

export const components: Suite = {
  name: "component-tests",
  async run({ packages, scratch }) {
    const directory = path.join(scratch, this.name);
    await installedCopy(path.join(packages, this.name), directory);
    const opened: Backend[] = [];
    let folders = 0;
    const open: Open = async (project, data = `data-${(folders += 1)}`) => {
      const projectDir = path.join(directory, "projects", project);
      const backend = new Backend(await serve(projectDir, path.join(scratch, data)));
      opened.push(backend);
      return backend;
    };
    const results: TestResult[] = [];
    // Older commits have fewer projects.
    const routes = ROUTE_TESTS.filter(({ project }) =>
      existsSync(path.join(directory, "projects", project)),
    ).map((each) => [each.title, routeTest(each)] as const);
    const tests = Object.entries({ ...FUNCTIONS, ...MOUNTING, ...HTTP_ACTIONS });
    for (const [title, test] of [...tests, ...routes])
      results.push(await attempt(title, test, open, opened));
    return results;
  },
};
