/** Reduced motion: every animation and transition of the stylesheet is turned off, and what arrives keeps its highlight. */
import type {} from "@vitest/browser-playwright";
import { afterEach, expect, test } from "vitest";
import { cdp } from "vitest/browser";
import { show } from "../testing/screen.setup";

async function prefer(value: "reduce" | "no-preference"): Promise<void> {
  const features = [{ name: "prefers-reduced-motion", value }];
  await cdp().send("Emulation.setEmulatedMedia", { features });
}

afterEach(() => prefer("no-preference"));

/** Longer than this is seen. */
const UNSEEN_S = 0.001;

/** Returns the class names of the stylesheet that animate something. */
function animations(): string[] {
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
  const names = new Set<string>();
  for (let rule = rules.pop(); rule !== undefined; rule = rules.pop()) {
    if (rule instanceof CSSStyleRule && rule.style.animation !== "")
      names.add(/^\.((?:[\w-]|\\.)+)/.exec(rule.selectorText)?.[1]?.replaceAll("\\", "") ?? "");
    if ("cssRules" in rule) rules.push(...(rule.cssRules as CSSRuleList));
  }
  return [...names].filter((name) => name.startsWith("animate-"));
}

function looks() {
  return [...document.querySelectorAll("[data-moving]")].map((element) => {
    const { animationDuration, animationIterationCount, transitionDuration } =
      getComputedStyle(element);
    return {
      name: element.className,
      seconds: Number.parseFloat(animationDuration),
      times: animationIterationCount,
      change: Number.parseFloat(transitionDuration),
    };
  });
}

test("nothing moves where motion is to be reduced", async () => {
  const names = [...animations(), "transition-colors", "transition-transform"];
  show(names.map((name) => <div key={name} data-moving className={name} />));
  await expect.poll(() => looks().length).toBe(names.length);
  expect(names.length).toBeGreaterThan(8);
  const isMoving = ({ seconds, change }: ReturnType<typeof looks>[number]) =>
    seconds > UNSEEN_S || change > UNSEEN_S;
  // Without the preference each of them moves: otherwise nothing was tried.
  expect(looks().filter((each) => !isMoving(each))).toEqual([]);

  await prefer("reduce");
  // The highlight of what arrives is information: it stays for its 2 s, in one step without a movement.
  const [arriving, ...others] = [
    ...looks().filter(({ name }) => name === "animate-arrive"),
    ...looks().filter(({ name }) => name !== "animate-arrive"),
  ];
  expect(arriving).toMatchObject({ seconds: 2, times: "1" });
  expect(others.filter(isMoving)).toEqual([]);
  expect(others.filter(({ times }) => times !== "1")).toEqual([]);
  const style = getComputedStyle(document.querySelector(".animate-arrive")!);
  expect(style.animationName).toBe("stay-lit");
  expect(style.transform).toBe("none");
});
