import { describe, expect, test } from "vitest";
import type { Outcome } from "../contracts";
import { Answer, toBytes } from "./answer";
import { encodeModification, encodeTransition } from "./protocol";

const VERSION = { querySet: 0, identity: 0, ts: 0 };
/** Characters of one to four bytes. */
const MIXED = 'a"é₹𝄞\u2028';

function success(value: string, logLines: string[] = []): Outcome {
  return { kind: "success", value, logLines };
}

function failure(message: string, errorData?: string): Outcome {
  return {
    kind: "failure",
    message,
    logLines: [],
    ...(errorData !== undefined && { errorData }),
  };
}

function transitionOf(answers: readonly Answer[]) {
  const modifications = answers.map((answer, queryId) => encodeModification(queryId, answer, null));
  return encodeTransition(VERSION, VERSION, modifications, null);
}

describe("[SUB3] an answer", () => {
  test("that is long is the same bytes in every transition", () => {
    const answer = new Answer(success(MIXED.repeat(1_000)));
    const buffers = [transitionOf([answer]), transitionOf([answer])].map((texts) =>
      texts.filter((text) => typeof text !== "string"),
    );
    expect(buffers[0]).toHaveLength(1);
    expect(buffers[1]?.[0]).toBe(buffers[0]?.[0]);
  });

  test("that is short is part of one string", () => {
    const answers = [new Answer(success(MIXED)), new Answer(failure(MIXED))];
    expect(transitionOf(answers)).toEqual([expect.any(String)]);
  });

  test.each([1, 1_000])("arrives as it was, %i times as long", (length) => {
    const [value, message] = [MIXED.repeat(length), `No ${MIXED}`.repeat(length)];
    const answers = [success(value, [MIXED]), failure(message, value), failure(message)];
    const texts = transitionOf(answers.map((each) => new Answer(each)));
    const { modifications } = JSON.parse(toBytes(texts).toString()) as { modifications: unknown };
    expect(modifications).toEqual([
      { type: "QueryUpdated", queryId: 0, value, logLines: [MIXED], journal: null },
      {
        type: "QueryFailed",
        queryId: 1,
        errorMessage: message,
        errorData: value,
        logLines: [],
        journal: null,
      },
      { type: "QueryFailed", queryId: 2, errorMessage: message, logLines: [], journal: null },
    ]);
  });
});

test.each([1, 1_000])(
  "[SUB5] answers are the same when all of them is, %i times as long",
  (length) => {
    const text = MIXED.repeat(length);
    const outcomes = () => [
      success(text),
      success(`${text}b`),
      success("short"),
      success(text, ["a line"]),
      failure(text),
      failure(text, text),
    ];
    const [ones, others] = [outcomes(), outcomes()].map((all) =>
      all.map((each) => new Answer(each)),
    );
    for (const [at, one] of ones!.entries())
      for (const [where, other] of others!.entries())
        expect([at, where, one.isSameAs(other)]).toEqual([at, where, at === where]);
  },
);
