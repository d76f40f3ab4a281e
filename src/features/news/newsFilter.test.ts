import { expect, test } from "vitest";
import { matching } from "./newsFilter";

const RICE = { title: "Rice prices rise", description: "In the south." };
const TEA = { title: "Tea auction", description: "A record for rice crackers." };
const SALT = { title: "Salt", description: "Nothing new." };

test("[NEWS5] finds text in title or description, ignoring case", () => {
  expect(matching([RICE, TEA, SALT], "RICE")).toEqual([RICE, TEA]);
  expect(matching([RICE, TEA, SALT], "  ")).toEqual([RICE, TEA, SALT]);
  expect(matching([RICE, TEA, SALT], "copper")).toEqual([]);
});

test("[NEWS5] finds letters of one code point or two, whichever are typed", () => {
  const sweets = { title: "मथुरा का पे\u095cा", description: "Cafe\u0301" };
  for (const search of ["पे\u095cा", "पे\u0921\u093cा", "caf\u00e9", "CAFE\u0301"])
    expect(matching([sweets], search), search).toEqual([sweets]);
});
