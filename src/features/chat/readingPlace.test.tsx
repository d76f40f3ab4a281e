import { describe, expect, it } from "vitest";
import { ReadingPlace } from "./readingPlace";

const ITEM_PX = 40;

function thread(count: number) {
  const scroller = document.createElement("div");
  scroller.style.cssText = "height: 400px; overflow-y: auto; overflow-anchor: none";
  const list = scroller.appendChild(document.createElement("ol"));
  const add = (place: "append" | "prepend", rows: number) => {
    for (let row = 0; row < rows; row += 1) {
      const item = document.createElement("li");
      item.dataset["item"] = "";
      item.style.cssText = `height: ${ITEM_PX}px; margin: 0`;
      list[place](item);
    }
  };
  add("append", count);
  document.body.append(scroller);
  const place = new ReadingPlace();
  place.attach(scroller);
  place.keep();
  return { scroller, place, add };
}

function isAtBottom({ scrollHeight, scrollTop, clientHeight }: Element): boolean {
  return scrollHeight - scrollTop - clientHeight < 1;
}

describe("the reading place of a thread", () => {
  it("stays at the bottom when a message comes", () => {
    const { scroller, place, add } = thread(50);
    add("append", 1);
    place.keep();
    expect(isAtBottom(scroller)).toBe(true);
  });

  it("follows a reader who left the bottom before the scroll event came", () => {
    const { scroller, place, add } = thread(50);
    scroller.scrollTop = 200;
    add("append", 1);
    place.keep();
    expect(scroller.scrollTop).toBe(200);
  });

  it("keeps the line that is read when older ones load before the scroll event came", () => {
    const { scroller, place, add } = thread(50);
    scroller.scrollTop = 400;
    place.note();
    scroller.scrollTop = 200;
    add("prepend", 10);
    place.keep();
    expect(scroller.scrollTop).toBe(200 + 10 * ITEM_PX);
  });

  it("goes to the bottom from wherever the reader is", () => {
    const { scroller, place } = thread(50);
    scroller.scrollTop = 200;
    place.note();
    place.goToBottom();
    expect(isAtBottom(scroller)).toBe(true);
  });
});
