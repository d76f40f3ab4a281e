/** Entries of what shows a value: figures, dates, states, pictures and drawings. */
import { BadgeCheck } from "lucide-react";
import { formatRupees } from "../../domain/money";
import { useNow } from "../lib/useNow";
import { LONG_WORD, MARCH_4 } from "../testing/fixtures.setup";
import { AgeBar } from "../ui/AgeBar";
import { AgeText } from "../ui/AgeText";
import { Avatar } from "../ui/Avatar";
import { Badge, type Tone, TONES } from "../ui/Badge";
import { Button } from "../ui/Button";
import { Card } from "../ui/Card";
import { ChartBar, ChartFrame, COLUMN_WIDTH } from "../ui/Chart";
import { Count } from "../ui/Count";
import { DateText } from "../ui/DateText";
import { Disclosure } from "../ui/Disclosure";
import { Awning, EmptyStall } from "../ui/drawings";
import { Fact } from "../ui/Fact";
import { FlashOnChange } from "../ui/FlashOnChange";
import { LateText } from "../ui/LateText";
import { LiveDot } from "../ui/LiveDot";
import { Logo } from "../ui/Logo";
import { Money, Price } from "../ui/Money";
import { OneLine } from "../ui/OneLine";
import { OrderDots } from "../ui/OrderDots";
import { PageHeader } from "../ui/PageHeader";
import { ProductPicture } from "../ui/ProductPicture";
import { Select } from "../ui/Select";
import { SettingsCard } from "../ui/SettingsCard";
import { Stars } from "../ui/Stars";
import { StatusBadge } from "../ui/StatusBadge";
import { Forced, type GalleryEntry, Held, ignore, LARGE_SUM_PAISE, LONG_NAME } from "./entry";
import { PICTURE } from "./pictures";

const TONE_NAMES = Object.keys(TONES) as Tone[];
const STATUSES = ["pending", "accepted", "completed", "rejected", "cancelled"] as const;
const STEPS = ["Placed", "Answered", "Accepted", "Due", "Completed"];
const HOUR_MS = 3_600_000;
const SALES = [0, 12, 31, 8, 52, 47, 90, 64, 20, 77];
const CHART_TOP = 100;
/** An address that cannot be loaded. */
const BROKEN_PICTURE = "data:image/png;base64,AAAA";

const NO_AGES = { notDue: 0, to15: 0, to30: 0, to60: 0, to90: 0, over90: 0 };

function disclosure(title: string, startsOpen: boolean) {
  return (
    <Disclosure
      title={title}
      note={<Badge tone="caution">2 to confirm</Badge>}
      startsOpen={startsOpen}
    >
      <p>{LONG_NAME}</p>
    </Disclosure>
  );
}

function chart(pointed: number | null, topPaise: number, figures = SALES) {
  const unit = topPaise / CHART_TOP;
  const columns = figures.map((figure) => figure * unit);
  return (
    <ChartFrame
      label="Sales of ten days"
      top={topPaise}
      format={formatRupees}
      columns={columns}
      from="2026-03-04"
      to="2026-03-13"
      pointed={pointed}
      onPoint={ignore}
      textOf={(index) => formatRupees(columns[index] ?? 0)}
    >
      {columns.map((figure, index) => (
        <ChartBar
          key={index}
          at={index * COLUMN_WIDTH + 1}
          width={COLUMN_WIDTH - 2}
          figure={figure}
          top={topPaise}
          look="fill-accent stroke-accent-ink"
        />
      ))}
    </ChartFrame>
  );
}

export const TEXTS: readonly GalleryEntry[] = [
  {
    file: "ui/Money.tsx",
    states: {
      usual: <Money paise={64_050} />,
      nothing: <Money paise={0} />,
      negative: <Money paise={-64_050} />,
      largest: <Money paise={LARGE_SUM_PAISE} />,
      "a price as it stands": <Price of={{ pricePaise: 64_050 }} />,
      "a price with tax on top": <Price of={{ pricePaise: 64_050, addedTaxBp: 1_800 }} />,
      "a price whose tax is not named": <Price of={{ pricePaise: 64_050, addedTaxBp: 0 }} />,
      "the largest price": <Price of={{ pricePaise: LARGE_SUM_PAISE, addedTaxBp: 1_800 }} />,
    },
  },
  {
    file: "ui/DateText.tsx",
    states: {
      day: <DateText date="2026-03-04" />,
      "with time": <DateText date={MARCH_4} withTime />,
    },
  },
  {
    file: "ui/AgeBar.tsx",
    isWide: true,
    states: {
      "one age": <AgeBar ageing={{ ...NO_AGES, notDue: 64_050 }} />,
      "every age": (
        <AgeBar
          ageing={{
            ...{ notDue: 64_050, to15: 32_000, to30: 24_000 },
            ...{ to60: 16_000, to90: 8_000, over90: 12_000 },
          }}
        />
      ),
      "a rupee beside the largest sum": (
        <AgeBar ageing={{ ...NO_AGES, notDue: LARGE_SUM_PAISE, over90: 100 }} />
      ),
      "the largest sums": (
        <AgeBar ageing={{ ...NO_AGES, to15: LARGE_SUM_PAISE, over90: LARGE_SUM_PAISE }} />
      ),
      "nothing open": <AgeBar ageing={NO_AGES} />,
    },
  },
  {
    file: "ui/Disclosure.tsx",
    isWide: true,
    states: {
      folded: disclosure("Payments", false),
      open: disclosure("Payments", true),
      focus: <Forced state="focus">{disclosure("Payments", false)}</Forced>,
      "long text": disclosure(LONG_NAME, true),
    },
  },
  {
    file: "ui/AgeText.tsx",
    states: {
      fresh: <Aged hours={2} />,
      late: <Aged hours={6} />,
      overdue: <Aged hours={100} />,
    },
  },
  {
    file: "ui/LateText.tsx",
    states: {
      loading: <LateText text={undefined} room="min-h-[3lh]" />,
      short: <LateText text="Before the weekend" room="min-h-[3lh]" />,
      "long text": <LateText text={`${LONG_NAME}\n${LONG_WORD}`} room="min-h-[3lh]" />,
    },
  },
  {
    file: "ui/OneLine.tsx",
    states: {
      short: <OneLine text="Basmati rice" className="max-w-48" />,
      "long text": <OneLine text={LONG_NAME} className="max-w-48" />,
    },
  },
  {
    file: "ui/Fact.tsx",
    states: {
      facts: (
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
          <Fact label="Phone">+91 98765 43210</Fact>
          <Fact label="Total" align="right">
            <Money paise={LARGE_SUM_PAISE} />
          </Fact>
        </dl>
      ),
      "long text": (
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
          <Fact label="Name">{LONG_NAME}</Fact>
          <Fact label="Address">{LONG_WORD}</Fact>
        </dl>
      ),
    },
  },
  {
    file: "ui/Count.tsx",
    states: {
      some: <Count value={3} what="new requests" />,
      many: <Count value={120} what="new requests" />,
      quiet: <Count value={3} what="unread messages" isQuiet />,
    },
  },
  {
    file: "ui/FlashOnChange.tsx",
    states: {
      idle: (
        <Held initial={12}>
          {(stock, setStock) => (
            <>
              <FlashOnChange value={stock}>{stock} in stock</FlashOnChange>{" "}
              <Button size="sm" onClick={() => setStock(stock - 1)}>
                Sell one
              </Button>
            </>
          )}
        </Held>
      ),
    },
  },
  {
    file: "ui/Badge.tsx",
    states: {
      tones: TONE_NAMES.map((tone) => (
        <Badge key={tone} tone={tone}>
          {tone}
        </Badge>
      )),
      "with icon": (
        <Badge tone="positive" icon={BadgeCheck}>
          Verified
        </Badge>
      ),
      "long text": (
        <Badge tone="info" icon={BadgeCheck}>
          {LONG_NAME}
        </Badge>
      ),
    },
  },
  {
    file: "ui/StatusBadge.tsx",
    states: { all: STATUSES.map((status) => <StatusBadge key={status} status={status} />) },
  },
  {
    file: "ui/OrderDots.tsx",
    states: {
      placed: <OrderDots steps={STEPS} done={1} />,
      answered: <OrderDots steps={STEPS} done={2} />,
      accepted: <OrderDots steps={STEPS} done={3} />,
      due: <OrderDots steps={STEPS} done={4} />,
      completed: <OrderDots steps={STEPS} done={5} />,
      rejected: <OrderDots steps={STEPS} done={1} ended="Rejected" />,
      "cancelled after its acceptance": <OrderDots steps={STEPS} done={3} ended="Cancelled" />,
      "a long name": <OrderDots steps={["Placed", LONG_NAME, "Completed"]} done={2} />,
    },
  },
  {
    file: "ui/LiveDot.tsx",
    states: {
      live: <LiveDot state="live" />,
      reconnecting: <LiveDot state="reconnecting" />,
      offline: <LiveDot state="offline" />,
      "without word": <LiveDot state="offline" hasWord={false} />,
    },
  },
  {
    file: "ui/Stars.tsx",
    states: {
      none: <Stars rating={0} />,
      half: <Stars rating={3.5} />,
      full: <Stars rating={5} />,
    },
  },
  {
    file: "ui/Avatar.tsx",
    states: {
      letter: <Avatar name="Meena Talwari" />,
      "no name": <Avatar />,
      picture: <Avatar src={PICTURE} name="Meena Talwari" />,
      "broken picture": <Avatar src={BROKEN_PICTURE} name="Meena Talwari" />,
    },
  },
  {
    file: "ui/ProductPicture.tsx",
    states: {
      none: <ProductPicture src={null} alt="Basmati rice" />,
      picture: <ProductPicture src={PICTURE} alt="Basmati rice" eager />,
      "broken picture": <ProductPicture src={BROKEN_PICTURE} alt={LONG_NAME} eager />,
    },
  },
  {
    file: "ui/Logo.tsx",
    states: { whole: <Logo />, short: <Logo markBelow="lg" /> },
  },
  {
    file: "ui/drawings.tsx",
    states: { awning: <Awning />, "empty stall": <EmptyStall className="w-60" /> },
  },
  {
    file: "ui/Chart.tsx",
    states: {
      idle: chart(null, 100_000_00),
      "pointed at": chart(4, 100_000_00),
      "largest sums": chart(null, LARGE_SUM_PAISE),
      "one above the scale": chart(null, LARGE_SUM_PAISE, [...SALES, 300]),
    },
  },
  {
    file: "ui/Card.tsx",
    states: {
      idle: <Card className="p-4">Basmati rice</Card>,
      arriving: (
        <Card className="p-4" arriving>
          Basmati rice
        </Card>
      ),
      "long text": <Card className="p-4">{LONG_WORD}</Card>,
    },
  },
  {
    file: "ui/SettingsCard.tsx",
    states: {
      idle: (
        <SettingsCard title="Sound" lead="A sound for each new order.">
          <Button>Play</Button>
        </SettingsCard>
      ),
      "long text": (
        <SettingsCard title={LONG_NAME} lead={LONG_WORD}>
          <Button>Save</Button>
        </SettingsCard>
      ),
    },
  },
  {
    file: "ui/PageHeader.tsx",
    isWide: true,
    states: {
      title: <PageHeader title="Products" />,
      "count and action": (
        <PageHeader
          title="Products"
          count={128}
          lead="All that you sell, the newest first."
          action={<Button variant="primary">Add product</Button>}
        />
      ),
      choice: (
        <PageHeader
          title="Invoices"
          choice={
            <Select
              label="Invoice"
              value="newest"
              onChange={ignore}
              options={[{ value: "newest", label: LONG_NAME }]}
              className="w-full"
            />
          }
          action={<Button>Export</Button>}
        />
      ),
      "long text": (
        <PageHeader
          title={LONG_NAME}
          count="1,00,000"
          lead={LONG_WORD}
          action={<Button>{LONG_NAME}</Button>}
        />
      ),
    },
  },
];

function Aged({ hours }: { hours: number }) {
  return <AgeText placedAt={useNow() - hours * HOUR_MS} />;
}
