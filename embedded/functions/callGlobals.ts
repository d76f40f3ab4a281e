/**
 * `globalThis` of a bundle. Convex runs each call in a context of its own, so what a call changes there is gone when it ends. Here
 * all calls share the bundle's context: a call's first change gives it a copy. What modules change while they are imported stays.
 */
import type { Scope } from "./scope";
import { scopeOfNow } from "./scope";

type Names = Record<PropertyKey, unknown>;

const copies = new WeakMap<Scope, Names>();

/** Returns the call whose changes are its own; undefined for imports and for our own code. */
function changingCall(): Scope | undefined {
  const scope = scopeOfNow();
  return scope?.phase === "import" ? undefined : scope;
}

function copyNames(names: Names): Names {
  const copy = Object.create(Object.getPrototypeOf(names) as object) as Names;
  return Object.defineProperties(copy, Object.getOwnPropertyDescriptors(names));
}

/** Returns the prototype of a `globalThis`: as on Convex an event target, whose listeners are those of imports and the call's own. */
function createWindow(): EventTarget {
  const ofImports = new EventTarget();
  const ofCalls = new WeakMap<Scope, EventTarget>();
  const ownTarget = () => {
    const call = changingCall();
    if (call === undefined) return ofImports;
    const target = ofCalls.get(call) ?? new EventTarget();
    ofCalls.set(call, target);
    return target;
  };
  class Window extends EventTarget {
    override addEventListener(...args: Parameters<EventTarget["addEventListener"]>): void {
      ownTarget().addEventListener(...args);
    }

    override removeEventListener(...args: Parameters<EventTarget["removeEventListener"]>): void {
      ownTarget().removeEventListener(...args);
    }

    override dispatchEvent(event: Event): boolean {
      for (const target of new Set([ofImports, ownTarget()])) target.dispatchEvent(event);
      return !event.defaultPrevented;
    }
  }
  return Object.defineProperty(Window.prototype, Symbol.toStringTag, { value: "Window" });
}

/** Returns the `globalThis` of one bundle, which is also one of its names. */
export function createGlobalThis(shared: Names): Names & EventTarget {
  Object.setPrototypeOf(shared, createWindow());
  const readable = () => {
    const call = changingCall();
    return (call && copies.get(call)) ?? shared;
  };
  const writable = () => {
    const call = changingCall();
    if (call === undefined) return shared;
    const copy = copies.get(call) ?? copyNames(shared);
    copies.set(call, copy);
    return copy;
  };
  const view = new Proxy(shared, {
    get: (_, name): unknown => Reflect.get(readable(), name),
    has: (_, name) => Reflect.has(readable(), name),
    ownKeys: () => Reflect.ownKeys(readable()),
    getOwnPropertyDescriptor: (_, name) => Reflect.getOwnPropertyDescriptor(readable(), name),
    set: (_, name, value) => Reflect.set(writable(), name, value),
    deleteProperty: (_, name) => Reflect.deleteProperty(writable(), name),
    defineProperty: (_, name, property) => Reflect.defineProperty(writable(), name, property),
  });
  Object.assign(shared, { globalThis: view, self: view });
  return view as Names & EventTarget;
}

/**
 * Returns a property of a global object that all calls of a bundle share. Each call sets it for itself alone, also by putting
 * another object in that one's place.
 */
export function ownProperty(of: string, name: string, standard: unknown): PropertyDescriptor {
  let shared = standard;
  const values = new WeakMap<Scope, unknown>();
  return {
    get(this: unknown): unknown {
      const call = changingCall();
      if (call === undefined) return shared;
      const replaced = copies.get(call)?.[of];
      if (typeof replaced === "object" && replaced !== null && replaced !== this)
        return Reflect.get(replaced, name);
      return values.has(call) ? values.get(call) : shared;
    },
    set(value) {
      const call = changingCall();
      if (call === undefined) shared = value;
      else values.set(call, value);
    },
  };
}
