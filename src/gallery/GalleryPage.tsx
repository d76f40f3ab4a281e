/** The frame around the stage: the choice of component, theme and width. The stage is a page of its own, so that it has the width of a window. */
import { useEffect, useRef, useState } from "react";
import { Button } from "../ui/Button";
import { Select } from "../ui/Select";
import { chooseTheme, type Shade, useShade } from "../ui/theme";
import { nameOf } from "./entry";
import { ENTRIES } from "./registry";
import { goTo, useHash } from "./Stage";

const WIDTHS = [320, 375, 768, 1280] as const;
const SHADES: readonly Shade[] = ["light", "dark"];
const ALL = "All components";
const OPTIONS = [ALL, ...ENTRIES.map(nameOf).sort()].map((value) => ({ value, label: value }));

export function GalleryPage() {
  const [width, setWidth] = useState<number>(WIDTHS[1]);
  const shade = useShade();
  const hash = useHash();
  const frame = useRef<HTMLIFrameElement>(null);
  const applyShade = () => {
    frame.current?.contentDocument?.documentElement.setAttribute("data-theme", shade);
  };
  useEffect(applyShade);
  const [name = ""] = hash.split("/");
  return (
    <div className="gallery-page">
      <header className="gallery-bar">
        <h1>Gallery</h1>
        <Select
          label="Component"
          className="gallery-select"
          value={name === "" ? ALL : name}
          options={OPTIONS}
          onChange={(value) => goTo(value === ALL ? "" : value)}
        />
        <Choice label="Theme" value={shade} values={SHADES} onChoose={chooseTheme} />
        <Choice label="Width" value={width} values={WIDTHS} onChoose={setWidth} unit=" px" />
      </header>
      <div className="gallery-window">
        <iframe
          ref={frame}
          title="Stage"
          src={`?stage#${encodeURI(hash)}`}
          style={{ width }}
          onLoad={applyShade}
        />
      </div>
    </div>
  );
}

type ChoiceProps<Value> = {
  label: string;
  value: Value;
  values: readonly Value[];
  unit?: string;
  onChoose: (value: Value) => void;
};

function Choice<Value extends string | number>(props: ChoiceProps<Value>) {
  const { label, value, values, unit = "", onChoose } = props;
  return (
    <div role="group" aria-label={label} className="gallery-choice">
      {values.map((each) => (
        <Button
          key={each}
          size="sm"
          variant="chip"
          aria-pressed={each === value}
          onClick={() => onChoose(each)}
        >
          {each}
          {unit}
        </Button>
      ))}
    </div>
  );
}
