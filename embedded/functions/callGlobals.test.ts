import { expect, test } from "vitest";
import { isolateGlobals } from "./sandbox";
import type { Scope } from "./scope";
import { importScope, runIn } from "./scope";

function scopeOf(phase: Scope["phase"]): Scope {
  return { ...importScope({}, 0), phase };
}

test("[FN10] globalThis is an event target, on which a call hears imports' listeners and its own", () => {
  const globals = isolateGlobals();
  const world = globals["globalThis"] as typeof globalThis & EventTarget;
  const heard: string[] = [];
  const listen = (name: string) =>
    world.addEventListener("greeting", (event) => {
      heard.push(name);
      event.preventDefault();
    });
  runIn(scopeOf("import"), () => listen("import"));
  runIn(scopeOf("query"), () => {
    listen("first call");
    expect(world.dispatchEvent(new Event("greeting", { cancelable: true }))).toBe(false);
  });
  expect(heard.splice(0)).toEqual(["import", "first call"]);
  runIn(scopeOf("query"), () => {
    Object.assign(world, { changed: true });
    expect(world).toBeInstanceOf(EventTarget);
    expect(Object.prototype.toString.call(world)).toBe("[object Window]");
    const dispatchEvent = globals["dispatchEvent"] as EventTarget["dispatchEvent"];
    expect(dispatchEvent(new Event("other"))).toBe(true);
    expect(world.dispatchEvent(new Event("greeting"))).toBe(true);
  });
  expect(heard).toEqual(["import"]);
});
