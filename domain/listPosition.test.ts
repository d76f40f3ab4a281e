import { expect, it } from "vitest";
import {
  comparePositions,
  decodePosition,
  encodePosition,
  isListPosition,
  LIST_END,
} from "./listPosition";

it("a position survives being a cursor; the end, and what is none, is no position", () => {
  const at = { type: "Home Goods", time: 1_795_479_897_536.0127, id: "k57" };
  expect(decodePosition(encodePosition(at))).toEqual(at);
  expect(isListPosition(encodePosition(at))).toBe(true);
  expect(isListPosition(LIST_END)).toBe(true);
  for (const text of [
    LIST_END,
    "",
    "position ",
    'position ["",1]',
    'position ["",null,""]',
    '["",1,""]',
  ])
    expect(decodePosition(text)).toBeNull();
});

it("positions are in order of type, time and id", () => {
  const at = (type: string, time: number, id: string) => ({ type, time, id });
  const inOrder = [at("A", 9, "z"), at("B", 1, "b"), at("B", 1, "c"), at("B", 2, "a")];
  expect([...inOrder].reverse().sort(comparePositions)).toEqual(inOrder);
  expect(comparePositions(inOrder[0]!, { ...inOrder[0]! })).toBe(0);
});
