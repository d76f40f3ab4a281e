/** Controls and their labels: fields, selects, passwords, files and buttons. */
import { Check } from "lucide-react";
import { StrictMode, useState } from "react";
import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { LONG_HINDI, LONG_WORD, PICTURE_URL } from "../testing/fixtures.setup";
import {
  clientFor,
  expectNoSidewaysScroll,
  hueOf,
  pressComposing,
  show,
  usePhone,
} from "../testing/screen.setup";
import { Avatar } from "./Avatar";
import { Button } from "./Button";
import { Dialog } from "./Dialog";
import { Field } from "./Field";
import { FileInput } from "./FileInput";
import { Form } from "./Form";
import { Input } from "./Input";
import { PasswordInput } from "./PasswordInput";
import { ProductPicture } from "./ProductPicture";
import { QuantityStepper } from "./QuantityStepper";
import { SearchInput } from "./SearchInput";
import { optionsOf, Select } from "./Select";

const CITIES = optionsOf(["Pune", "Nagpur", "Nashik", LONG_HINDI]);

function CitySelect({ onChange }: { onChange: (city: string) => void }) {
  const [city, setCity] = useState("");
  return (
    <Field label="City">
      <Select
        value={city}
        options={CITIES}
        placeholder="Choose a city"
        onChange={(chosen) => {
          setCity(chosen);
          onChange(chosen);
        }}
      />
    </Field>
  );
}

test("a field binds its label, hint and error to the control", async () => {
  show(
    <Field label="Shop" hint="As on the sign." error="Please enter your shop.">
      <Input />
    </Field>,
  );
  const input = page.getByLabelText("Shop");
  await expect
    .element(input)
    .toHaveAccessibleDescription("As on the sign. Please enter your shop.");
  await expect.element(input).toHaveAttribute("aria-invalid", "true");
  const error = page.getByText("Please enter your shop.").element();
  expect(error.getAttribute("role")).toBe("alert");
  expect(hueOf(error)).toBe("red");
});

test("a form that is submitted with errors focuses the first of them", async () => {
  function Shop() {
    const [isChecked, setChecked] = useState(false);
    const error = isChecked ? "Please fill this in." : null;
    return (
      <Form onSubmit={() => setChecked(true)}>
        <Field label="Name">
          <Input />
        </Field>
        <Field label="Shop" error={error}>
          <Input />
        </Field>
        <Field label="Address" error={error}>
          <Input />
        </Field>
        <Button type="submit">Save</Button>
      </Form>
    );
  }
  show(<Shop />);
  await page.getByRole("button", { name: "Save" }).click();
  await expect.element(page.getByLabelText("Shop")).toHaveFocus();
});

test("a form that is empty again after the first click of a double click is not submitted by the second one", async () => {
  const onSubmit = vi.fn();
  show(
    <Form onSubmit={onSubmit}>
      <Button type="submit">Save</Button>
    </Form>,
  );
  const save = page.getByRole("button", { name: "Save" });
  await save.dblClick();
  expect(onSubmit).toHaveBeenCalledTimes(1);
  await save.click();
  expect(onSubmit).toHaveBeenCalledTimes(2);
});

test("a select is chosen from by keys, and Escape leaves it and the dialog around it as they were", async () => {
  const onChange = vi.fn();
  const onClose = vi.fn();
  show(
    <Dialog title="Shop" description="Where it is." onClose={onClose}>
      <CitySelect onChange={onChange} />
    </Dialog>,
  );
  const city = page.getByLabelText("City");
  const isOpen = () => city.element().matches(":open");
  await expect.element(city).toHaveDisplayValue("Choose a city");
  await city.click();
  expect(isOpen()).toBe(true);
  await userEvent.keyboard("{ArrowDown}{Escape}");
  expect(isOpen()).toBe(false);
  expect(onChange).not.toHaveBeenCalled();
  expect(onClose).not.toHaveBeenCalled();
  await userEvent.keyboard("{Enter}{ArrowDown}{Enter}");
  await expect.element(city).toHaveDisplayValue("Nagpur");
  expect(onChange.mock.calls).toEqual([["Nagpur"]]);
  await userEvent.keyboard("nas");
  await expect.element(city).toHaveDisplayValue("Nashik");
  await userEvent.keyboard("{Escape}");
  expect(onClose).toHaveBeenCalledOnce();
});

test("a long list of a select in a dialog scrolls by the wheel", async () => {
  const many = optionsOf(Array.from({ length: 200 }, (_, n) => `City ${n}`));
  show(
    <Dialog title="Shop" description="Where it is." onClose={vi.fn()}>
      <Select label="City" value="City 0" options={many} onChange={vi.fn()} />
    </Dialog>,
  );
  await page.getByLabelText("City").click();
  const last = page.getByRole("option", { name: "City 0", exact: true });
  const { top } = last.element().getBoundingClientRect();
  await userEvent.wheel(last, { delta: { y: 300 } });
  await expect.poll(() => last.element().getBoundingClientRect().top).toBeLessThan(top - 150);
});

test("a select cuts a long choice on one line, and its list stays inside a phone's screen", async () => {
  await usePhone();
  show(
    <div className="p-4">
      <CitySelect onChange={() => undefined} />
    </div>,
  );
  const city = page.getByLabelText("City");
  await city.click();
  const option = page.getByRole("option", { name: LONG_HINDI });
  const { left, right, height } = option.element().getBoundingClientRect();
  expect(left).toBeGreaterThanOrEqual(0);
  expect(right).toBeLessThanOrEqual(375);
  expect(height).toBeGreaterThanOrEqual(44);
  await option.click();
  await expect.element(city).toHaveDisplayValue(LONG_HINDI);
  // As high as a finger needs; a second line begins below the edge.
  expect(city.element().getBoundingClientRect().height).toBe(44);
  expect(getComputedStyle(city.element()).lineHeight).toBe(`${city.element().clientHeight}px`);
  await expectNoSidewaysScroll();
});

test("the keys of an input method do nothing in a search and a quantity", async () => {
  const onSearch = vi.fn();
  const onQuantity = vi.fn();
  show(
    <>
      <SearchInput value="" placeholder="Search products..." onChange={onSearch} />
      <QuantityStepper label="rice" value={1} step={1} min={0} max={99} onChange={onQuantity} />
    </>,
  );
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const search = page.getByPlaceholder("Search products...");
  await search.fill("ri");
  pressComposing(search, "Enter");
  vi.advanceTimersByTime(10);
  expect(onSearch).not.toHaveBeenCalled();
  vi.useRealTimers();

  const quantity = page.getByRole("textbox", { name: "Pieces of rice" });
  await quantity.fill("4");
  pressComposing(quantity, "Enter");
  expect(onQuantity).not.toHaveBeenCalled();
  await userEvent.keyboard("{Enter}");
  expect(onQuantity.mock.calls).toEqual([[4]]);
});

test("a password is hidden until it is asked for", async () => {
  show(
    <Field label="Password">
      <PasswordInput defaultValue="secret" />
    </Field>,
  );
  const input = page.getByLabelText("Password", { exact: true });
  await expect.element(input).toHaveAttribute("type", "password");
  await page.getByRole("button", { name: "Show what is typed" }).click();
  await expect.element(input).toHaveAttribute("type", "text");
  await page.getByRole("button", { name: "Hide what is typed" }).click();
  await expect.element(input).toHaveAttribute("type", "password");
});

test("a search follows once, when the typing pauses, and can be cleared", async () => {
  const onChange = vi.fn();
  function Search() {
    const [value, setValue] = useState("");
    return (
      <SearchInput
        value={value}
        placeholder="Search products..."
        onChange={(text) => {
          onChange(text);
          setValue(text);
        }}
      />
    );
  }
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  show(<Search />);
  const input = page.getByPlaceholder("Search products...");
  await input.fill("ri");
  await input.fill("rice");
  expect(onChange).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1_000);
  expect(onChange.mock.calls).toEqual([["rice"]]);
});

test("a search box keeps what is typed while the search before it is coming into force", async () => {
  const onChange = vi.fn();
  function Search() {
    const [value, setValue] = useState("");
    return (
      <>
        <SearchInput value={value} placeholder="Search products..." onChange={onChange} />
        <Input
          aria-label="In force"
          value={value}
          onChange={(event) => setValue(event.target.value)}
        />
      </>
    );
  }
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  show(<Search />);
  const input = page.getByPlaceholder("Search products...");
  const expectTyped = (text: string) => expect.element(input).toHaveValue(text);
  const comesIntoForce = (value: string) => page.getByLabelText("In force").fill(value);
  for (const text of ["ri", "ric "]) {
    await input.fill(text);
    vi.advanceTimersByTime(1_000);
    await new Promise(requestAnimationFrame);
    await expectTyped(text);
  }
  expect(onChange.mock.calls).toEqual([["ri"], ["ric "]]);
  await input.fill("ric e");
  // The address holds no blanks at the end, and a search that was followed by another may be skipped.
  await comesIntoForce("ric");
  await expectTyped("ric e");
  vi.advanceTimersByTime(1_000);
  await comesIntoForce("ric e");
  await expectTyped("ric e");

  await comesIntoForce("ric");
  await expectTyped("ric");
  await comesIntoForce("");
  await expectTyped("");
});

test("a chosen file is shown by name, cut to one line, with a preview", async () => {
  function Picture() {
    const [file, setFile] = useState<File | null>(null);
    return (
      <Field label="Picture">
        <FileInput file={file} onChange={setFile} previewAlt="The picture you chose" />
      </Field>
    );
  }
  await usePhone();
  show(<Picture />);
  const input = page.getByLabelText("Picture");
  await expect.element(page.getByText("JPEG, PNG or GIF, at most 5 MB")).toBeVisible();
  const name = `${LONG_WORD}.png`;
  await input.upload(new File(["rice"], name, { type: "image/png" }));
  await expect.element(page.getByAltText("The picture you chose")).toBeInTheDocument();
  const shown = page.getByText(name).element();
  expect(shown.scrollWidth).toBeGreaterThan(shown.clientWidth);
  await expectNoSidewaysScroll();
  await input.upload(new File(["rice"], "list.txt", { type: "text/plain" }));
  await expect.element(page.getByText("list.txt")).toBeVisible();
  expect(page.getByAltText("The picture you chose").elements()).toEqual([]);
});

test("the address of a preview lives while it is shown, also in repeated renderings, and no other does", async () => {
  const living = new Set<string>();
  const [create, revoke] = [URL.createObjectURL.bind(URL), URL.revokeObjectURL.bind(URL)];
  vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => {
    const url = create(blob);
    living.add(url);
    return url;
  });
  vi.spyOn(URL, "revokeObjectURL").mockImplementation((url) => {
    living.delete(url);
    revoke(url);
  });
  const picture = new File(["rice"], "rice.png", { type: "image/png" });
  const input = (file: File | null) => (
    <StrictMode>
      <FileInput file={file} onChange={vi.fn()} previewAlt="Preview" />
    </StrictMode>
  );
  show(input(picture));
  const preview = page.getByAltText("Preview");
  await expect.element(preview).toBeInTheDocument();
  await expect.poll(() => [...living]).toEqual([preview.element().getAttribute("src")]);
  show(input(null));
  await expect.poll(() => [...living]).toEqual([]);
});

test("a busy button takes no clicks and says that it is busy", async () => {
  const onClick = vi.fn();
  show(
    <Button busy onClick={onClick}>
      Save
    </Button>,
  );
  const button = page.getByRole("button", { name: "Save" });
  await expect.element(button).toBeDisabled();
  await expect.element(button).toHaveAttribute("aria-busy", "true");
  (button.element() as HTMLButtonElement).click();
  expect(onClick).not.toHaveBeenCalled();
});

test("[NAV10] an avatar is the picture, else the first letter of the name, else a question mark", async () => {
  show(
    <>
      <Avatar name="meena" />
      <Avatar name="नीलम" />
      <Avatar />
      <Avatar name="Asha" src={PICTURE_URL} />
      <Avatar name="Bharat" src="/no-such-picture.png" />
    </>,
    clientFor(null),
  );
  const avatars = () =>
    [...document.querySelectorAll("span[aria-hidden]")].map((avatar) => avatar.textContent);
  await expect.poll(avatars).toEqual(["M", "नी", "?", "", "B"]);
});

test("pictures that failed to load get another chance when the connection is back", async () => {
  const client = clientFor(null);
  show(
    <>
      <Avatar name="Asha" src={PICTURE_URL} />
      <ProductPicture alt="Rice" src={PICTURE_URL} />
    </>,
    client,
  );
  const pictures = () => [...document.querySelectorAll("img")];
  await expect.poll(pictures).toHaveLength(2);
  for (const picture of pictures()) picture.dispatchEvent(new Event("error"));
  await expect.poll(pictures).toHaveLength(0);
  client.goOffline();
  expect(pictures()).toHaveLength(0);
  client.goOnline();
  await expect.poll(pictures).toHaveLength(2);
});

test("a busy button shows a spinner, and keeps its width", async () => {
  const kinds = [
    { name: "small", size: "sm" },
    { name: "ordinary", size: "md" },
    { name: "large", size: "lg" },
    { name: "with an icon", size: "md", icon: <Check aria-hidden /> },
  ] as const;
  const buttons = (isBusy: boolean) => (
    <div className="flex flex-col items-start">
      {kinds.map(({ name, size, ...kind }) => (
        <Button key={name} size={size} busy={isBusy}>
          {"icon" in kind && kind.icon}
          {name}
        </Button>
      ))}
    </div>
  );
  const widths = () =>
    page
      .getByRole("button")
      .elements()
      .map((button) => button.getBoundingClientRect().width);
  const spinners = () => document.querySelectorAll("button > svg.animate-spin").length;
  const expectSameWidth = async () => {
    show(buttons(false));
    await expect.element(page.getByRole("button", { name: "large" })).toBeEnabled();
    const before = widths();
    expect(spinners()).toBe(0);
    show(buttons(true));
    await expect.element(page.getByRole("button", { name: "large" })).toBeDisabled();
    expect(spinners()).toBe(kinds.length);
    expect(widths()).toEqual(before);
  };
  await expectSameWidth();
  await usePhone();
  await expectSameWidth();
});
