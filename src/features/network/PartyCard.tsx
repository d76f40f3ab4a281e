/** A trader as a card: picture, name, business, what the two traded, actions and details, which phones fold. */
import { Ban, ChevronDown, UserMinus } from "lucide-react";
import { useId, useState, type ReactNode } from "react";
import { cx } from "../../lib/cx";
import { Avatar } from "../../ui/Avatar";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { api } from "../../../convex/_generated/api";
import { useLiveQuery } from "../../live/useLiveQuery";
import { DateText } from "../../ui/DateText";
import { PairFacts } from "./PairFacts";
import { t } from "../../../domain/language/texts";
import { rich } from "../../lib/rich";

export type PartyCardProps = {
  userId: string;
  name: string;
  imageUrl: string | null;
  /** Company, shop or e-mail. */
  subtitle: string;
  /** Came while the page was open. */
  arriving?: boolean;
  /** Stands below the name, also on phones. */
  notice?: ReactNode;
  actions: ReactNode;
  /** The details. */
  children?: ReactNode;
};

/** The look of an action: so narrow that three stand beside each other on a phone. */
export const cardAction = "flex-1 px-2 touch:px-2";

export function PartyCard(props: PartyCardProps) {
  const { userId, name, imageUrl, subtitle, arriving = false, notice, actions, children } = props;
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <Card
      as="article"
      arriving={arriving}
      aria-labelledby={id}
      className="@container flex flex-col gap-2 px-3 py-2.5 sm:gap-3 sm:p-4"
    >
      <div className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3">
        <Avatar
          src={imageUrl}
          name={name}
          className="row-span-3 size-12 self-start @max-[20em]:row-span-2"
        />
        <h2
          id={id}
          className="col-start-2 row-start-1 truncate text-base font-semibold"
          title={name}
        >
          {name}
        </h2>
        <p className="col-start-2 row-start-2 truncate text-sm text-muted" title={subtitle}>
          {subtitle}
        </p>
        <PairFacts userId={userId} />
      </div>
      {notice}
      <div className="flex flex-wrap gap-2">
        {actions}
        {children !== undefined && (
          <Button
            size="icon"
            aria-expanded={isOpen}
            aria-controls={`${id}-details`}
            className="sm:hidden"
            onClick={() => setOpen(!isOpen)}
          >
            <ChevronDown aria-hidden className={cx(isOpen && "rotate-180")} />
            <span className="sr-only">{t("Details of {name}", { name })}</span>
          </Button>
        )}
      </div>
      {children !== undefined && (
        <div id={`${id}-details`} className={cx("flex flex-col gap-3", !isOpen && "max-sm:hidden")}>
          {children}
        </div>
      )}
    </Card>
  );
}

export type PartingButtonsProps = {
  name: string;
  endTitle: string;
  endLabel: string;
  /** Ends the connection. */
  onEnd: () => void;
  onBlock: () => void;
};

export function PartingButtons({ name, endTitle, endLabel, onEnd, onBlock }: PartingButtonsProps) {
  return (
    <span className="flex">
      <Button size="icon" variant="quiet" title={endTitle} onClick={onEnd}>
        <UserMinus aria-hidden />
        <span className="sr-only">{endLabel}</span>
      </Button>
      <Button size="icon" variant="quiet" title={t("Block")} onClick={onBlock}>
        <Ban aria-hidden />
        <span className="sr-only">{t("Block {name}", { name })}</span>
      </Button>
    </span>
  );
}

/** The former names of the other side of a connection, so that a changed name on a known account is noticed. */
export function FormerNames({ userId }: { userId: string }) {
  const { value } = useLiveQuery(api.network.history, { userId });
  const names = value?.formerNames ?? [];
  if (names.length === 0) return null;
  return (
    <ul aria-label={t("Former names")} className="text-sm text-caution">
      {names.map(({ name, business, at }) => (
        <li key={at}>
          {business === ""
            ? rich("Was called {name} until {day}", { name, day: <DateText date={at} /> })
            : rich("Was called {name} ({business}) until {day}", {
                name,
                business,
                day: <DateText date={at} />,
              })}
        </li>
      ))}
    </ul>
  );
}
