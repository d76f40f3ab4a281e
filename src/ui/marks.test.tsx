/** Small drawings: weeks as a line, ranks as bars, pictures of what stands together. */
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { clientFor, expectNoSidewaysScroll, show } from "../testing/screen.setup";
import { LONG_HINDI, PICTURE_URL } from "../testing/fixtures.setup";
import { Photos } from "./Photos";
import { RankBars } from "./RankBars";
import { Sparkline } from "./Sparkline";

const WEEKS = [0, 4_000_000, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1_200_000];

function rank(name: string, value: number) {
  return { id: name, name, value, shown: `₹${value}` };
}

function widthOf(element: Element | null | undefined): number {
  return element?.getBoundingClientRect().width ?? -1;
}

test("a sparkline says its weeks in words, and marks the last", async () => {
  show(<Sparkline weeks={WEEKS} />);
  const drawing = page.getByRole("img", {
    name: "12 weeks, ₹12,000.00 this week, most ₹40,000.00",
  });
  await expect.element(drawing).toBeVisible();
  const svg = drawing.element();
  expect([widthOf(svg), svg.getBoundingClientRect().height]).toEqual([96, 24]);
  const points = svg.querySelector("polyline")?.getAttribute("points")?.split(" ") ?? [];
  expect(points).toHaveLength(12);
  const mark = svg.querySelector("circle");
  expect(points.at(-1)).toBe(`${mark?.getAttribute("cx")},${mark?.getAttribute("cy")}`);
  // The greatest stands at the top, nothing at the bottom.
  expect(points.slice(0, 2).map((point) => point.split(",")[1])).toEqual(["21", "3"]);
});

test("a sparkline of nothing, of one value and of none has the same size", async () => {
  show(
    <>
      <Sparkline weeks={WEEKS.map(() => 0)} />
      <Sparkline weeks={[5_000]} />
      <Sparkline weeks={[]} />
    </>,
  );
  await expect.element(page.getByRole("img", { name: "12 weeks, no orders" })).toBeVisible();
  await expect
    .element(page.getByRole("img", { name: "1 week, ₹50.00 this week, most ₹50.00" }))
    .toBeVisible();
  const drawings = page.getByRole("img").elements();
  expect(drawings.map(widthOf)).toEqual([96, 96, 96]);
  for (const path of document.querySelectorAll("polyline, circle"))
    expect(path.outerHTML).not.toContain("NaN");
});

test("ranked rows are a list, whose bars show the share of the greatest", async () => {
  show(
    <div style={{ width: 400 }}>
      <RankBars
        label="Shops by sales"
        rows={[
          { ...rank("Corner Shop", 1_000_000), to: "/shops/1" },
          rank("Ravi Stores", 500_000),
          rank("Mill Gate", 1),
          rank("Lake Road", 0),
          rank("Old Market", -5),
        ]}
      />
    </div>,
  );
  const list = page.getByRole("list", { name: "Shops by sales" });
  await expect.element(list.getByRole("link", { name: "Corner Shop" })).toBeVisible();
  const rows = list.getByRole("listitem").elements();
  expect(rows.map((row) => row.textContent)).toEqual([
    "Corner Shop₹1000000",
    "Ravi Stores₹500000",
    "Mill Gate₹1",
    "Lake Road₹0",
    "Old Market₹-5",
  ]);
  const bars = rows.map((row) => widthOf(row.querySelector("[data-bar]")));
  expect(bars).toEqual([400, 200, 4, -1, -1]);
});

test("ranked rows of zero have no bars, and long names leave the values whole", async () => {
  show(
    <div style={{ width: 280 }}>
      <RankBars label="Shops" rows={[rank(LONG_HINDI.repeat(3), 0), rank("Ravi Stores", 0)]} />
    </div>,
  );
  await expect.element(page.getByText("₹0").first()).toBeVisible();
  expect(document.querySelector("[data-bar]")).toBeNull();
  await expectNoSidewaysScroll();
});

test("pictures name what they show, and count the rest", async () => {
  const photos = ["Rice", "Oil", "Salt", "Tea", "Sugar"].map((name) => ({
    name,
    imageUrl: PICTURE_URL,
  }));
  show(
    <>
      <Photos photos={photos} />
      <Photos photos={photos.slice(0, 3)} />
      <Photos photos={photos.slice(0, 1)} />
      <Photos photos={photos.slice(0, 2)} total={1_200} />
    </>,
    clientFor(null),
  );
  const five = page.getByRole("img", { name: "5 products: Rice, Oil and 3 more" });
  await expect.element(five).toBeVisible();
  expect(five.element().querySelectorAll("img")).toHaveLength(4);
  await expect.element(five).toHaveTextContent("+1");
  for (const name of [
    "3 products: Rice, Oil and Salt",
    "1 product: Rice",
    "1,200 products: Rice, Oil and 1,198 more",
  ])
    await expect.element(page.getByRole("img", { name })).toBeVisible();
  const heights = [...document.querySelectorAll("[role=img] > *")].map(
    (each) => each.getBoundingClientRect().height,
  );
  expect(new Set(heights)).toEqual(new Set([30]));
});

test("what has no picture keeps its room", async () => {
  show(<Photos photos={[{ name: "Rice", imageUrl: null }]} />, clientFor(null));
  const photo = page.getByRole("img", { name: "1 product: Rice" });
  await expect.element(photo).toBeVisible();
  expect(widthOf(photo.element().firstElementChild)).toBe(40);
});
