/** The parts of the specification's welcome page that both homes show: its hero as a band of 88 px, and its three cards as a row of links. */
import { ArrowRight, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { useShownUser } from "../../live/useSession";
import { Awning } from "../../ui/drawings";
import { t } from "../../../domain/language/texts";

export type WelcomeCard = {
  icon: LucideIcon;
  title: string;
  text: string;
  to: string;
  action: string;
};

export type WelcomeProps = {
  lead: string;
  /** The first thing to do, in the hero. */
  action: ReactNode;
  children: ReactNode;
};

export function Welcome({ lead, action, children }: WelcomeProps) {
  const name = useShownUser()?.name.split(" ")[0];
  return (
    <>
      <section className="flex min-h-22 flex-col overflow-hidden rounded-md border border-line bg-raised">
        <Awning className="h-3 shrink-0 sm:h-3" />
        <div className="flex flex-1 items-center gap-x-8 px-4 sm:px-6">
          <div className="min-w-0 flex-1">
            <h1 tabIndex={-1} className="line-clamp-2 text-lg font-bold wrap-anywhere sm:text-xl">
              {name === undefined ? t("Welcome to Mandi") : t("Welcome to Mandi, {name}", { name })}
            </h1>
            <p className="truncate text-sm text-muted max-sm:sr-only" title={lead}>
              {lead}
            </p>
          </div>
          <div className="max-sm:hidden">{action}</div>
        </div>
      </section>
      {children}
    </>
  );
}

export function Shortcuts({ cards }: { cards: readonly WelcomeCard[] }) {
  return (
    <ul
      aria-label={t("Shortcuts")}
      className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-4 @2xl:grid-cols-3"
    >
      {cards.map((card) => (
        <li key={card.to}>
          <CardLink card={card} />
        </li>
      ))}
    </ul>
  );
}

function CardLink({ card }: { card: WelcomeCard }) {
  const { icon: Icon, title, text, to, action } = card;
  return (
    <Link
      to={to}
      title={text}
      className="group flex min-h-12 flex-wrap items-center gap-x-3 rounded-md border border-line bg-raised px-4 shadow-low transition-colors hover:border-edge"
    >
      <Icon aria-hidden strokeWidth={1.75} className="size-5 shrink-0 text-accent-ink" />
      <h2 className="truncate min-w-24 flex-1 font-semibold">{title}</h2>
      <span className="sr-only">{text}</span>
      <span className="inline-flex min-w-0 items-center gap-1.5 font-medium text-accent-ink">
        {action}
        <ArrowRight
          aria-hidden
          className="size-4 transition-transform group-hover:translate-x-0.5"
        />
      </span>
    </Link>
  );
}
