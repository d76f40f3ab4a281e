/** A text on one line of a 40 px row, cut at the width of `className`; hovering shows all of it. */
export function OneLine({ text, className }: { text: string; className: string }) {
  return (
    <span className={`block rows:truncate ${className}`} title={text}>
      {text}
    </span>
  );
}
