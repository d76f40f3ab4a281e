/** Entries of small drawings: weeks, ranks and pictures of what stands together. */
import { formatRupees } from "../../domain/money";
import { LONG_WORD } from "../testing/fixtures.setup";
import { Avatar } from "../ui/Avatar";
import { Badge } from "../ui/Badge";
import { Money } from "../ui/Money";
import { Photos } from "../ui/Photos";
import { ProductPicture } from "../ui/ProductPicture";
import { RankBars } from "../ui/RankBars";
import { Sparkline } from "../ui/Sparkline";
import { type GalleryEntry, LARGE_SUM_PAISE, LONG_NAME } from "./entry";
import { PICTURE } from "./pictures";

const WEEKS = [0, 12, 31, 8, 0, 47, 90, 64, 20, 77, 40, 52].map((rupees) => rupees * 1_000_00);
const NOTHING = WEEKS.map(() => 0);
const PRODUCTS = ["Rice", "Oil", "Salt", "Tea", "Sugar"].map((name, at) => ({
  name,
  imageUrl: at === 2 ? null : PICTURE,
}));

function rankOf(name: string, value: number) {
  return { id: name, name, value, shown: <Money paise={value} /> };
}

export const DRAWINGS: readonly GalleryEntry[] = [
  {
    file: "ui/Sparkline.tsx",
    states: {
      usual: <Sparkline weeks={WEEKS} />,
      "nothing this week": <Sparkline weeks={[...WEEKS.slice(0, -1), 0]} />,
      "one large week": <Sparkline weeks={[...NOTHING.slice(0, -1), LARGE_SUM_PAISE]} />,
      "one value": <Sparkline weeks={[64_050]} />,
      "all zero": <Sparkline weeks={NOTHING} />,
      "no values": <Sparkline weeks={[]} />,
    },
  },
  {
    file: "ui/RankBars.tsx",
    states: {
      usual: (
        <RankBars
          label="Shops by sales"
          rows={[rankOf("Corner Shop", 64_050_00), rankOf("Ravi Stores", 31_000_00)]}
        />
      ),
      "with pictures and links": (
        <RankBars
          label="Shops by sales, linked"
          rows={[
            {
              ...rankOf("Corner Shop", 64_050_00),
              picture: <Avatar className="size-8" />,
              to: "/",
            },
            {
              ...rankOf("Basmati rice", 31_000_00),
              picture: <ProductPicture src={PICTURE} alt="" />,
              note: <Badge>Account closed</Badge>,
              to: "/",
            },
          ]}
        />
      ),
      "long names and large sums": (
        <RankBars
          label="Shops with long names"
          rows={[
            {
              ...rankOf(LONG_NAME, LARGE_SUM_PAISE),
              picture: <ProductPicture src={null} alt="" />,
              note: <Badge>Account closed</Badge>,
            },
            { ...rankOf(LONG_WORD, LARGE_SUM_PAISE - 1), to: "/" },
          ]}
        />
      ),
      "little, nothing and less": (
        <RankBars
          label="Shops that sell little"
          rows={[
            rankOf("Corner Shop", LARGE_SUM_PAISE),
            rankOf("Ravi Stores", 1),
            rankOf("Mill Gate", 0),
            rankOf("Lake Road", -100),
          ]}
        />
      ),
      "one value": <RankBars label="One shop" rows={[rankOf("Corner Shop", 100)]} />,
      "all zero": (
        <RankBars
          label="Shops without sales"
          rows={["Corner Shop", "Ravi Stores"].map((name) => ({
            id: name,
            name,
            value: 0,
            shown: formatRupees(0),
          }))}
        />
      ),
    },
  },
  {
    file: "ui/Photos.tsx",
    states: {
      one: <Photos photos={PRODUCTS.slice(0, 1)} />,
      four: <Photos photos={PRODUCTS.slice(0, 4)} />,
      "more than four": <Photos photos={PRODUCTS} />,
      "a hundred": <Photos photos={PRODUCTS.slice(0, 4)} total={100} />,
      "two of many": <Photos photos={PRODUCTS} total={12} most={2} />,
      "no pictures, long names": (
        <Photos photos={[LONG_NAME, LONG_WORD].map((name) => ({ name, imageUrl: null }))} />
      ),
    },
  },
];
