/** Channels of the kinds of notifications. */
import { expect, it } from "vitest";
import { channelsOf, type Settings, withChannel } from "./settings";

const SETTINGS: Settings = {
  channels: [
    { kind: "orderPlaced", channels: ["bell", "sound", "push"] },
    { kind: "message", channels: ["push"] },
  ],
  digest: "none",
  showsSums: false,
  repeatsSound: false,
};

it("turns one channel of one kind on and off", () => {
  const mailed = withChannel(SETTINGS, "orderPlaced", "mail", true);
  expect(channelsOf(mailed, "orderPlaced")).toEqual(["bell", "sound", "push", "mail"]);
  expect(channelsOf(mailed, "message")).toEqual(["push"]);
  expect(withChannel(mailed, "orderPlaced", "mail", false)).toEqual({
    ...SETTINGS,
    channels: [SETTINGS.channels[1], SETTINGS.channels[0]],
  });
});

it("brings the bell with the sound, and takes the sound away with the bell", () => {
  const heard = withChannel(SETTINGS, "message", "sound", true);
  expect(channelsOf(heard, "message")).toEqual(["push", "sound", "bell"]);
  const silent = withChannel(SETTINGS, "orderPlaced", "bell", false);
  expect(channelsOf(silent, "orderPlaced")).toEqual(["push"]);
});

it("knows no channel of a kind that has no row, and none before the settings have come", () => {
  expect(channelsOf(SETTINGS, "offerAnswered")).toEqual([]);
  expect(channelsOf(undefined, "orderPlaced")).toEqual([]);
  expect(channelsOf(withChannel(SETTINGS, "offerAnswered", "bell", true), "offerAnswered")).toEqual(
    ["bell"],
  );
});
