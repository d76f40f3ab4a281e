/** Buttons, and links that look like one. */
import { cva, type VariantProps } from "class-variance-authority";
import { LoaderCircle } from "lucide-react";
import type { AnchorHTMLAttributes, ButtonHTMLAttributes, Ref } from "react";
import { Link, type LinkProps } from "react-router-dom";
import { cx } from "../lib/cx";

const look = cva(
  "inline-flex max-w-full min-w-fit shrink-0 items-center justify-center gap-2 rounded-sm text-center font-medium transition-colors select-none disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:cursor-not-allowed aria-disabled:opacity-55 print:hidden touch:min-h-11 rows:in-[td]:whitespace-nowrap [&_svg]:size-4 [&_svg]:shrink-0 aria-busy:[&>svg~svg]:hidden",
  {
    variants: {
      variant: {
        primary: "bg-accent text-on-accent shadow-low hover:not-disabled:bg-accent-hover",
        /** The one thing to do with each of many: outlined where many are in view at once, so that none of them shouts. */
        each: "bg-accent text-on-accent shadow-low md:border md:border-edge md:bg-raised md:text-ink md:shadow-none md:hover:border-accent md:hover:bg-accent md:hover:text-on-accent md:focus-visible:border-accent md:focus-visible:bg-accent md:focus-visible:text-on-accent",
        secondary: "border border-edge bg-raised text-ink hover:not-disabled:bg-hover",
        /** One of several to choose from, pressed or not. */
        chip: "rounded-full border border-edge bg-raised text-ink hover:not-disabled:bg-hover aria-pressed:border-accent aria-pressed:bg-accent-soft",
        quiet: "text-ink hover:not-disabled:bg-hover",
        danger:
          "border border-negative bg-raised text-negative hover:not-disabled:bg-negative-soft",
      },
      size: {
        sm: "min-h-8 px-3 py-1 text-sm touch:px-3.5 aria-busy:not-has-[>svg~svg]:gap-1 aria-busy:not-has-[>svg~svg]:px-0.5 touch:aria-busy:not-has-[>svg~svg]:px-1",
        md: "min-h-10 px-4 py-1 text-base aria-busy:not-has-[>svg~svg]:px-1",
        /** The action beside a page's title: small on phones, so that title, count and actions share one line. */
        head: "min-h-8 px-3 py-1 text-sm sm:min-h-10 sm:px-4 sm:text-base aria-busy:not-has-[>svg~svg]:px-1",
        lg: "min-h-12 px-6 py-1 text-md aria-busy:not-has-[>svg~svg]:px-3",
        icon: "size-10 touch:min-w-11",
        /** In a low card of a list: fingers reach it some pixels above and below its edge. */
        low: "relative min-h-8 px-2.5 py-1 text-sm touch:min-h-8.5 touch:before:absolute touch:before:-inset-x-px touch:before:-inset-y-1.5",
      },
      wide: { true: "w-full" },
    },
    defaultVariants: { variant: "secondary", size: "md" },
  },
);

type Look = VariantProps<typeof look>;

export type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> &
  Look & {
    /**
     * While true the button shows a spinner and takes no clicks. It keeps its width: the spinner takes the place of the icon, or of
     * a part of the padding.
     */
    busy?: boolean | undefined;
    ref?: Ref<HTMLButtonElement> | undefined;
  };

export function Button({
  variant,
  size,
  wide,
  busy = false,
  className,
  children,
  disabled,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled === true || busy}
      aria-busy={busy || undefined}
      className={cx(look({ variant, size, wide }), className)}
    >
      {busy && <LoaderCircle aria-hidden className="animate-spin" />}
      {children}
    </button>
  );
}

export function LinkButton({ variant, size, wide, className, ...rest }: LinkProps & Look) {
  return <Link {...rest} className={cx(look({ variant, size, wide }), className)} />;
}

/** A link to an address outside the app, such as one that opens a payment app. */
export function AnchorButton({
  variant,
  size,
  wide,
  className,
  ...rest
}: AnchorHTMLAttributes<HTMLAnchorElement> & Look) {
  return <a {...rest} className={cx(look({ variant, size, wide }), className)} />;
}
