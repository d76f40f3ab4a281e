/**
 * Lets an element look as under a pointer, or as focused from the keyboard: the rules of the page's stylesheets for `:hover` and
 * `:focus-visible` also apply to the controls inside [data-forced].
 */
const CONTROLS = "a, button, input, textarea";
const FORCED = {
  ":hover": `:is(:hover, :where([data-forced="hover"] :is(${CONTROLS})))`,
  ":focus-visible": `:is(:focus-visible, :where([data-forced="focus"] :is(${CONTROLS})))`,
} as const;
/** A colon after a backslash is part of a class name. */
const PSEUDO = /(?<!\\):(?:hover|focus-visible)(?![\w-])/g;

function forceIn(rules: CSSRuleList): void {
  for (const rule of rules) {
    if (rule instanceof CSSStyleRule && !rule.selectorText.includes("data-forced"))
      rule.selectorText = rule.selectorText.replace(
        PSEUDO,
        (pseudo) => FORCED[pseudo as keyof typeof FORCED],
      );
    if ("cssRules" in rule) forceIn(rule.cssRules as CSSRuleList);
  }
}

export function forceStates(): void {
  for (const { cssRules } of document.styleSheets) forceIn(cssRules);
}
