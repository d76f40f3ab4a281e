/** Buttons, and links that look like one. */
import { cva, type VariantProps } from "class-variance-authority";
import { LoaderCircle } from "lucide-react";
import type { AnchorHTMLAttributes, ButtonHTMLAttributes, Ref } from "react";
import { Link, type LinkProps } from "react-router-dom";
import { cx } from "../lib/cx";

const look = cva(
  "inline-flex shrink-0 items-center justify-center gap-2 rounded-sm font-medium whitespace-nowrap transition-colors select-none disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:cursor-not-allowed aria-disabled:opacity-55 print:hidden touch:min-h-11 touch:min-w-11 [&_svg]:size-4 [&_svg]:shrink-0",
  {
    variants: {
      variant: {
        primary: "bg-accent text-on-accent shadow-low hover:not-disabled:bg-accent-hover",
        secondary: "border border-edge bg-raised text-ink hover:not-disabled:bg-hover",
        quiet: "text-ink hover:not-disabled:bg-hover",
        danger:
          "border border-negative bg-raised text-negative hover:not-disabled:bg-negative-soft",
      },
      size: {
        sm: "h-8 px-3 text-sm",
        md: "h-10 px-4 text-base",
        lg: "h-12 px-6 text-md",
        icon: "size-10",
      },
      wide: { true: "w-full" },
    },
    defaultVariants: { variant: "secondary", size: "md" },
  },
);

type Look = VariantProps<typeof look>;

export type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> &
  Look & {
    /** While true the button shows a spinner and takes no clicks. */
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

/** For addresses outside the app, such as those that open a payment app. */
export function AnchorButton({
  variant,
  size,
  wide,
  className,
  ...rest
}: AnchorHTMLAttributes<HTMLAnchorElement> & Look) {
  return <a {...rest} className={cx(look({ variant, size, wide }), className)} />;
}
