import { describe, expect, it } from "vitest";
import { cx } from "./cx";

describe("class names", () => {
  it("keep a size and a colour that both begin with text-", () => {
    expect(cx("text-md text-ink", "text-muted")).toBe("text-md text-muted");
    expect(cx("text-base", "text-md")).toBe("text-md");
    expect(cx("text-display", "text-xl")).toBe("text-xl");
  });
  it("keep the app's own radius, shadow and colour names apart", () => {
    expect(cx("rounded-sm", "rounded-md")).toBe("rounded-md");
    expect(cx("shadow-low", "shadow-high")).toBe("shadow-high");
    expect(cx("bg-raised", "bg-sunken")).toBe("bg-sunken");
  });
});
