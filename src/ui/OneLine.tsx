/** A text on one line of a 40 px row, cut at the width of `className` where the screen is not wide; hovering shows all of it. */
export function OneLine({ text, className }: { text: string; className: string }) {
  return (
    <span className={`block rows:truncate ${className} wide:max-w-72`} title={text}>
      {text}
    </span>
  );
}
