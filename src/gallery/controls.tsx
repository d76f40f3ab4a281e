/** Entries of what is pressed or typed into. */
import { BASKET } from "../../domain/links";
import { plainRupees } from "../../domain/money";
import { Plus, Trash2 } from "lucide-react";
import { LONG_WORD } from "../testing/fixtures.setup";
import { AnchorButton, Button, LinkButton } from "../ui/Button";
import { CopyButton } from "../ui/CopyButton";
import { DismissButton } from "../ui/DismissButton";
import { Field } from "../ui/Field";
import { filterChoice, FilterRow } from "../ui/FilterRow";
import { Form } from "../ui/Form";
import { Input } from "../ui/Input";
import { PasswordCheckField } from "../ui/PasswordCheckField";
import { PasswordInput } from "../ui/PasswordInput";
import { QuantityStepper } from "../ui/QuantityStepper";
import { RupeeInput } from "../ui/RupeeInput";
import { SearchInput } from "../ui/SearchInput";
import { optionsOf, Select } from "../ui/Select";
import { Textarea } from "../ui/Textarea";
import {
  Forced,
  type GalleryEntry,
  Held,
  ignore,
  LARGE_SUM_PAISE,
  LONG_NAME,
  Offline,
  Pressed,
} from "./entry";

const VARIANTS = ["primary", "each", "secondary", "chip", "quiet", "danger"] as const;
const SIZES = ["low", "sm", "md", "head", "lg"] as const;
function stepper(value: number, props: { disabled?: boolean; isLow?: boolean; max?: number } = {}) {
  return (
    <Held initial={value}>
      {(quantity, setQuantity) => (
        <QuantityStepper
          label="Basmati rice"
          value={quantity}
          step={12}
          min={0}
          max={9_999_999}
          {...props}
          onChange={setQuantity}
        />
      )}
    </Held>
  );
}

const FILTER_CHOICES = ["All retailers", "Any day", "Oldest first"].map((choice) => (
  <Select
    key={choice}
    className={filterChoice}
    label={choice}
    value={choice}
    options={optionsOf([choice, LONG_NAME])}
    onChange={ignore}
  />
));

function filterRow(setCount: number) {
  return (
    <FilterRow
      search={
        <SearchInput
          className="min-w-0 flex-1"
          placeholder="Product or retailer"
          value=""
          onChange={ignore}
        />
      }
      setCount={setCount}
      onClear={ignore}
      isClearable={setCount > 0}
    >
      {FILTER_CHOICES}
    </FilterRow>
  );
}

function rupees(value: string) {
  return (
    <Held initial={value}>
      {(text, setText) => (
        <RupeeInput
          aria-label="Amount"
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      )}
    </Held>
  );
}

function search(value: string) {
  return (
    <Held initial={value}>
      {(text, setText) => <SearchInput value={text} onChange={setText} placeholder="Search" />}
    </Held>
  );
}

export const CONTROLS: readonly GalleryEntry[] = [
  {
    file: "ui/Button.tsx",
    states: {
      variants: VARIANTS.map((variant) => (
        <Button key={variant} variant={variant}>
          {variant}
        </Button>
      )),
      hover: (
        <Forced state="hover">
          {VARIANTS.map((variant) => (
            <Button key={variant} variant={variant}>
              {variant}
            </Button>
          ))}
        </Forced>
      ),
      focus: (
        <Forced state="focus">
          <Button variant="primary">Place order</Button>
          <Button>Cancel</Button>
        </Forced>
      ),
      sizes: [
        ...SIZES.map((size) => (
          <Button key={size} size={size} variant="primary">
            {size}
          </Button>
        )),
        <Button key="icon" size="icon" aria-label="Add">
          <Plus aria-hidden />
        </Button>,
      ],
      "with icon": (
        <Button variant="danger">
          <Trash2 aria-hidden /> Remove order
        </Button>
      ),
      busy: SIZES.map((size) => (
        <Button key={size} size={size} variant="primary" busy>
          Save
        </Button>
      )),
      "busy with icon": (
        <Button variant="danger" busy>
          <Trash2 aria-hidden /> Remove order
        </Button>
      ),
      disabled: VARIANTS.map((variant) => (
        <Button key={variant} variant={variant} disabled>
          {variant}
        </Button>
      )),
      pressed: (
        <Button variant="chip" aria-pressed>
          Food and Beverage
        </Button>
      ),
      wide: (
        <Button variant="primary" wide>
          Place order
        </Button>
      ),
      "long text": <Button>{LONG_NAME}</Button>,
      links: [
        <LinkButton key="page" to={BASKET}>
          Basket
        </LinkButton>,
        <AnchorButton key="app" href="#Button">
          Pay by UPI
        </AnchorButton>,
      ],
    },
  },
  {
    file: "ui/CopyButton.tsx",
    states: {
      idle: <CopyButton label="Copy UPI ID" text="asha@upi" />,
      small: <CopyButton label="Copy UPI ID" text="asha@upi" isSmall />,
    },
  },
  {
    file: "ui/DismissButton.tsx",
    states: {
      idle: <DismissButton busy={false} />,
      busy: <DismissButton busy />,
      offline: (
        <Offline>
          <DismissButton busy />
        </Offline>
      ),
    },
  },
  {
    file: "ui/Input.tsx",
    states: {
      empty: <Input aria-label="Name" placeholder="Name" />,
      filled: <Input aria-label="Name" defaultValue="Meena Talwari" />,
      focus: (
        <Forced state="focus">
          <Input aria-label="Name" defaultValue="Meena Talwari" />
        </Forced>
      ),
      "read only": <Input aria-label="Name" defaultValue="Meena Talwari" readOnly />,
      disabled: <Input aria-label="Name" defaultValue="Meena Talwari" disabled />,
      invalid: <Input aria-label="Name" aria-invalid />,
      "long text": <Input aria-label="Name" defaultValue={LONG_NAME} />,
    },
  },
  {
    file: "ui/RupeeInput.tsx",
    states: {
      empty: rupees(""),
      sum: rupees("1050.50"),
      largest: rupees(plainRupees(LARGE_SUM_PAISE)),
      "decimal comma": rupees("1,50"),
      disabled: <RupeeInput aria-label="Amount" value="1050" disabled onChange={ignore} />,
      invalid: <RupeeInput aria-label="Amount" value="1,50" aria-invalid onChange={ignore} />,
    },
  },
  {
    file: "ui/Textarea.tsx",
    states: {
      empty: <Textarea aria-label="Message" placeholder="Message" />,
      "read only": <Textarea aria-label="Message" defaultValue="Before the weekend" readOnly />,
      disabled: <Textarea aria-label="Message" defaultValue="Before the weekend" disabled />,
      invalid: <Textarea aria-label="Message" aria-invalid />,
      "long text": <Textarea aria-label="Message" defaultValue={`${LONG_NAME}\n${LONG_WORD}`} />,
    },
  },
  {
    file: "ui/Field.tsx",
    states: {
      idle: (
        <Field label="Shop name">
          <Input />
        </Field>
      ),
      hint: (
        <Field label="GSTIN" hint="15 characters, as on the certificate.">
          <Input />
        </Field>
      ),
      invalid: (
        <Field
          label="GSTIN"
          hint="15 characters, as on the certificate."
          error="Not a valid GSTIN."
        >
          <Input defaultValue="27AAP" />
        </Field>
      ),
      "hidden label": (
        <Field label="Shop name" hideLabel>
          <Input placeholder="Shop name" />
        </Field>
      ),
      "long text": (
        <Field label={LONG_NAME} hint={LONG_NAME} error={LONG_WORD}>
          <Input />
        </Field>
      ),
    },
  },
  {
    file: "ui/Form.tsx",
    states: {
      idle: (
        <Form onSubmit={ignore}>
          <Field label="Shop name">
            <Input />
          </Field>
          <Button type="submit" variant="primary">
            Save
          </Button>
        </Form>
      ),
    },
  },
  {
    file: "ui/PasswordInput.tsx",
    states: {
      hidden: <PasswordInput aria-label="Password" defaultValue="correct horse" />,
      shown: (
        <Pressed selector="button">
          <PasswordInput aria-label="New password" defaultValue="correct horse" />
        </Pressed>
      ),
      disabled: <PasswordInput aria-label="Password" defaultValue="correct horse" disabled />,
    },
  },
  {
    file: "ui/PasswordCheckField.tsx",
    states: {
      idle: <PasswordCheckField value="" onChange={ignore} error={null} />,
      invalid: (
        <PasswordCheckField value="" onChange={ignore} error="Please enter your password." />
      ),
    },
  },
  {
    file: "ui/SearchInput.tsx",
    states: {
      empty: search(""),
      filled: search("rice"),
      focus: <Forced state="focus">{search("")}</Forced>,
      "long text": search(LONG_NAME),
    },
  },
  {
    file: "ui/FilterRow.tsx",
    isWide: true,
    states: {
      rest: filterRow(0),
      "two set": filterRow(2),
      "unfolded on phones": <Pressed selector="[aria-expanded=false]">{filterRow(2)}</Pressed>,
      "without search": (
        <FilterRow setCount={0} onClear={ignore} isClearable={false}>
          {FILTER_CHOICES}
        </FilterRow>
      ),
    },
  },
  {
    file: "ui/QuantityStepper.tsx",
    states: {
      idle: stepper(24),
      least: stepper(0),
      most: stepper(24, { max: 24 }),
      largest: stepper(9_999_999),
      low: stepper(24, { isLow: true }),
      disabled: stepper(24, { disabled: true }),
    },
  },
];
