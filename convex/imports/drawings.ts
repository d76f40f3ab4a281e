/** The demo's pictures, drawn here: one simple object per group of goods, each in two colours, and a portrait per person. */
import { PRODUCT_TYPES, type ProductType } from "../../domain/productTypes";

type Colours = {
  readonly sky: string;
  readonly floor: string;
  readonly main: string;
  readonly dark: string;
  readonly light: string;
};

/** One hue, from ground to shadow. */
function coloursOf(hue: number): Colours {
  return {
    sky: `hsl(${hue} 45% 95%)`,
    floor: `hsl(${hue} 32% 86%)`,
    main: `hsl(${hue} 48% 50%)`,
    dark: `hsl(${hue} 46% 31%)`,
    light: `hsl(${hue} 55% 88%)`,
  };
}

type Drawing = (colours: Colours) => string;

/** Each object stands on the line y = 290 of a 480 × 360 picture, around x = 240. */
const DRAWINGS: Readonly<Record<ProductType, readonly [Drawing, Drawing]>> = {
  Beauty: [
    ({ main, dark, light }) =>
      `<rect x="215" y="70" width="50" height="44" rx="6" fill="${dark}"/><path d="M190 150q0-36 36-36h28q36 0 36 36v124q0 16-16 16h-68q-16 0-16-16z" fill="${main}"/><rect x="190" y="172" width="100" height="72" fill="${light}"/><circle cx="240" cy="208" r="20" fill="${main}"/>`,
    ({ main, dark, light }) =>
      `<rect x="160" y="142" width="160" height="42" rx="10" fill="${dark}"/><rect x="168" y="180" width="144" height="110" rx="18" fill="${main}"/><rect x="168" y="212" width="144" height="46" fill="${light}"/><path d="M224 235q16-26 32 0q-16 26-32 0z" fill="${dark}"/>`,
  ],
  Electronics: [
    ({ main, dark, light }) =>
      `<rect x="175" y="70" width="130" height="220" rx="20" fill="${dark}"/><rect x="187" y="92" width="106" height="164" rx="6" fill="${light}"/><circle cx="240" cy="273" r="8" fill="${light}"/><path d="M200 220l26-40 22 26 16-18 18 32z" fill="${main}"/>`,
    ({ main, dark, light }) =>
      `<rect x="170" y="80" width="140" height="210" rx="22" fill="${main}"/><circle cx="240" cy="138" r="28" fill="${dark}"/><circle cx="240" cy="138" r="10" fill="${light}"/><circle cx="240" cy="222" r="46" fill="${dark}"/><circle cx="240" cy="222" r="20" fill="${light}"/>`,
  ],
  Fashion: [
    ({ main, dark, light }) =>
      `<path d="M196 92l-66 40 26 56 28-14v116h112V174l28 14 26-56-66-40q-44 36-88 0z" fill="${main}"/><path d="M196 92q44 36 88 0l-12-8q-32 22-64 0z" fill="${dark}"/><path d="M240 130v160" stroke="${light}" stroke-width="4"/>`,
    ({ main, dark, light }) =>
      `<path d="M196 150v-20q0-50 44-50t44 50v20" fill="none" stroke="${dark}" stroke-width="12"/><path d="M150 146h180l16 132q0 12-12 12H146q-12 0-12-12z" fill="${main}"/><rect x="200" y="186" width="80" height="54" rx="8" fill="${light}"/><path d="M200 202h80" stroke="${dark}" stroke-width="4"/>`,
  ],
  "Home Goods": [
    ({ main, dark, light }) =>
      `<path d="M292 160h28q32 0 32 40t-32 40h-28" fill="none" stroke="${dark}" stroke-width="16"/><path d="M150 120h146v138q0 32-32 32h-82q-32 0-32-32z" fill="${main}"/><ellipse cx="223" cy="120" rx="73" ry="16" fill="${light}"/><path d="M150 190h146v22H150z" fill="${light}"/>`,
    ({ main, dark, light }) =>
      `<rect x="318" y="196" width="110" height="18" rx="9" fill="${dark}"/><path d="M96 190h236q0 100-86 100h-64q-86 0-86-100z" fill="${main}"/><rect x="88" y="176" width="252" height="18" rx="9" fill="${dark}"/><path d="M102 176q12-54 112-54t112 54z" fill="${light}"/><circle cx="214" cy="114" r="11" fill="${dark}"/>`,
  ],
  "Health and Wellness": [
    ({ main, dark, light }) =>
      `<rect x="190" y="90" width="100" height="46" rx="8" fill="${dark}"/><rect x="178" y="132" width="124" height="158" rx="18" fill="${main}"/><rect x="178" y="176" width="124" height="76" fill="${light}"/><path d="M231 192h18v14h14v18h-14v14h-18v-14h-14v-18h14z" fill="${main}"/><rect x="322" y="262" width="64" height="28" rx="14" fill="${dark}"/><rect x="354" y="262" width="32" height="28" rx="14" fill="${light}"/>`,
    ({ main, dark, light }) =>
      `<path d="M204 134v-18q0-16 16-16h40q16 0 16 16v18" fill="none" stroke="${dark}" stroke-width="12"/><rect x="132" y="130" width="216" height="160" rx="18" fill="${main}"/><circle cx="240" cy="210" r="54" fill="${light}"/><path d="M228 174h24v24h24v24h-24v24h-24v-24h-24v-24h24z" fill="${dark}"/>`,
  ],
  "Food and Beverage": [
    ({ main, dark, light }) =>
      `<path d="M172 104q68 26 136 0l22 164q2 22-20 22H170q-22 0-20-22z" fill="${main}"/><path d="M166 96q74 40 148 0l-4 22q-70 32-140 0z" fill="${dark}"/><rect x="186" y="160" width="108" height="82" rx="8" fill="${light}"/><path d="M240 230v-52m0 20q-20-2-22-20q20 0 22 20zm0 0q20-2 22-20q-20 0-22 20zm0 24q-20-2-22-20q20 0 22 20zm0 0q20-2 22-20q-20 0-22 20z" fill="${main}" stroke="${dark}" stroke-width="3"/>`,
    ({ main, dark, light }) =>
      `<rect x="176" y="84" width="128" height="34" rx="8" fill="${dark}"/><path d="M168 140q0-22 22-22h100q22 0 22 22v128q0 22-22 22H190q-22 0-22-22z" fill="${main}"/><rect x="168" y="168" width="144" height="80" fill="${light}"/><path d="M210 222q0-34 30-40q30 6 30 40z" fill="${dark}"/>`,
  ],
  "Sports and Outdoor Equipment": [
    ({ main, dark, light }) =>
      `<circle cx="240" cy="190" r="100" fill="${main}"/><path d="M240 90v200M140 190h200M168 120q72 70 0 140M312 120q-72 70 0 140" fill="none" stroke="${light}" stroke-width="6"/><path d="M240 290a100 100 0 0 0 100-100q-20 66-100 100z" fill="${dark}" opacity=".35"/>`,
    ({ main, dark, light }) =>
      `<rect x="150" y="216" width="180" height="22" rx="8" fill="${dark}"/><rect x="108" y="164" width="34" height="126" rx="10" fill="${main}"/><rect x="140" y="184" width="24" height="86" rx="8" fill="${light}"/><rect x="338" y="164" width="34" height="126" rx="10" fill="${main}"/><rect x="316" y="184" width="24" height="86" rx="8" fill="${light}"/>`,
  ],
  Automotive: [
    ({ main, dark, light }) =>
      `<circle cx="240" cy="186" r="104" fill="${dark}"/><circle cx="240" cy="186" r="104" fill="none" stroke="${main}" stroke-width="14" stroke-dasharray="20 13"/><circle cx="240" cy="186" r="62" fill="${light}"/><path d="M240 124v124M178 186h124M196 142l88 88M284 142l-88 88" stroke="${main}" stroke-width="10"/><circle cx="240" cy="186" r="18" fill="${dark}"/>`,
    ({ main, dark, light }) =>
      `<path d="M262 92h44v30h-44z" fill="${dark}"/><path d="M160 142q0-20 20-20h132q20 0 20 20v130q0 18-18 18H178q-18 0-18-18z" fill="${main}"/><path d="M184 122v-20h58v20" fill="none" stroke="${dark}" stroke-width="12"/><rect x="184" y="164" width="124" height="88" rx="8" fill="${light}"/><path d="M246 178q28 36 0 60q-28-24 0-60z" fill="${dark}"/>`,
  ],
  "Toys and Games": [
    ({ main, dark, light }) =>
      `<rect x="136" y="200" width="90" height="90" rx="8" fill="${main}"/><rect x="254" y="200" width="90" height="90" rx="8" fill="${dark}"/><rect x="194" y="106" width="90" height="90" rx="8" fill="${light}"/><circle cx="181" cy="245" r="24" fill="${light}"/><path d="M299 220l26 48h-52z" fill="${light}"/><rect x="220" y="132" width="38" height="38" fill="${main}"/>`,
    ({ main, dark, light }) =>
      `<path d="M96 232q0-32 34-36l38-50q10-12 26-12h92q18 0 28 14l34 48 30 6q22 4 22 28v30H96z" fill="${main}"/><path d="M186 152h44v42h-74zM246 152h40l30 42h-70z" fill="${light}"/><circle cx="164" cy="258" r="32" fill="${dark}"/><circle cx="164" cy="258" r="13" fill="${light}"/><circle cx="332" cy="258" r="32" fill="${dark}"/><circle cx="332" cy="258" r="13" fill="${light}"/>`,
  ],
  Furniture: [
    ({ main, dark, light }) =>
      `<rect x="172" y="74" width="136" height="104" rx="14" fill="${main}"/><rect x="190" y="92" width="100" height="68" rx="8" fill="${light}"/><path d="M182 178v112M298 178v112" stroke="${dark}" stroke-width="14"/><rect x="160" y="190" width="160" height="30" rx="10" fill="${main}"/>`,
    ({ main, dark, light }) =>
      `<rect x="104" y="150" width="272" height="26" rx="8" fill="${main}"/><path d="M132 176v114M348 176v114" stroke="${dark}" stroke-width="16"/><rect x="232" y="176" width="108" height="46" fill="${light}"/><circle cx="286" cy="199" r="6" fill="${dark}"/><path d="M170 150v-20q0-20 18-20t18 20v20z" fill="${dark}"/>`,
  ],
};

function svg(width: number, height: number, content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${content}</svg>`;
}

/** Number of colours in which each object is drawn. */
const COLOURS_PER_OBJECT = 2;

/** Far enough apart that neighbouring types do not look alike. */
const HUE_STEP = 36;
const SECOND_HUE = 150;

function productPicture(type: ProductType, group: number, variant: number): string {
  const hue =
    (PRODUCT_TYPES.indexOf(type) * HUE_STEP + (group + variant * COLOURS_PER_OBJECT) * SECOND_HUE) %
    360;
  const colours = coloursOf(hue);
  const drawing = DRAWINGS[type][group === 0 ? 0 : 1];
  const { sky, floor, dark } = colours;
  return svg(
    480,
    360,
    `<rect width="480" height="360" fill="${sky}"/><path d="M0 276h480v84H0z" fill="${floor}"/><ellipse cx="240" cy="292" rx="150" ry="16" fill="${dark}" opacity=".18"/>${drawing(colours)}`,
  );
}

/** The picture of any product of a type. */
export function typePicture(type: ProductType): string {
  return productPicture(type, 0, 0);
}

/** Index of a product's picture in the result of `productPictures`. */
export function pictureIndex(type: ProductType, group: number, item: number): number {
  const variant = item % COLOURS_PER_OBJECT;
  return (PRODUCT_TYPES.indexOf(type) * 2 + group) * COLOURS_PER_OBJECT + variant;
}

/** All pictures of goods: 10 types × 2 objects × 2 colours. */
export function productPictures(): string[] {
  return PRODUCT_TYPES.flatMap((type) =>
    [0, 1].flatMap((group) => [0, 1].map((variant) => productPicture(type, group, variant))),
  );
}

/** Somebody as head and shoulders in a colour of their own. */
export function portrait(index: number): string {
  const { sky, main, dark } = coloursOf((index * 67 + 20) % 360);
  return svg(
    240,
    240,
    `<rect width="240" height="240" fill="${sky}"/><circle cx="120" cy="96" r="44" fill="${dark}"/><path d="M30 240q0-86 90-86t90 86z" fill="${main}"/>`,
  );
}
