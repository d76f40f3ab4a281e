/** Decorative drawings in the tokens' colours: a stall's awning and an empty stall. */
import { cx } from "../lib/cx";

const STRIPES = 12;
const STRIPE_WIDTH = 40;

/** The striped edge of an awning, as wide as what hangs under it. */
export function Awning({ className }: { className?: string }) {
  return (
    <svg
      viewBox={`0 0 ${STRIPES * STRIPE_WIDTH} 64`}
      preserveAspectRatio="none"
      aria-hidden
      className={cx("block h-12 w-full sm:h-14", className)}
    >
      {Array.from({ length: STRIPES }, (_, index) => {
        const x = index * STRIPE_WIDTH;
        return (
          <path
            key={index}
            d={`M${x} 0h${STRIPE_WIDTH}v44a20 20 0 0 1-${STRIPE_WIDTH} 0z`}
            className={index % 2 === 0 ? "fill-accent" : "fill-raised"}
          />
        );
      })}
      <rect width={STRIPES * STRIPE_WIDTH} height="7" className="fill-on-accent/20" />
    </svg>
  );
}

/** A stall with nobody behind it: pages that do not exist. */
export function EmptyStall({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 240 160" aria-hidden className={className}>
      <path d="M12 148h216" className="stroke-edge" strokeWidth="2" strokeLinecap="round" />
      <path d="M44 62v86M196 62v86" className="stroke-edge" strokeWidth="5" strokeLinecap="round" />
      {Array.from({ length: 7 }, (_, index) => (
        <path
          key={index}
          d={`M${29 + index * 26} 22h26v34a13 13 0 0 1-26 0z`}
          className={index % 2 === 0 ? "fill-accent" : "fill-accent-soft"}
        />
      ))}
      <path d="M36 106h168v14H36z" className="fill-line" />
      <path d="M52 120h136v28H52z" className="fill-sunken" />
      <path d="M104 92h32l-4 14h-24z" className="fill-edge/40" />
      <path
        d="M120 62v18m-12 0h24"
        className="stroke-muted"
        strokeWidth="2"
        strokeLinecap="round"
      />
    </svg>
  );
}
