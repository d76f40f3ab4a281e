/**
 * The catalogue that the messages of the tests are about: what one shop can order of three distributors, with near names, several sizes,
 * and prices in names.
 */
import type { OrderTextProduct } from "../product";

/**
 * Key | name | distributor | pieces in a carton, or the unit of loose goods | latest orders that had it × its usual quantity. A dash
 * stands for none.
 */
const ROWS = `
maggi70|Maggi 2-Minute Noodles 70 g|banyan|48|5x96
maggi280|Maggi 2-Minute Noodles 280 g|banyan|24|-
maggiketchup|Maggi Rich Tomato Ketchup 500 g|banyan|12|-
yippee60|Sunfeast Yippee Noodles 60 g|banyan|48|-
parleg5|Parle-G Biscuit 5 Rs|banyan|144|4x144
parleg10|Parle-G Biscuit 10 Rs|banyan|72|-
hideseek|Parle Hide & Seek 30 Rs|banyan|24|-
marie250|Britannia Marie Gold 250 g|banyan|24|2x24
goodday5|Britannia Good Day Cashew 5 Rs|banyan|120|-
goodday10|Britannia Good Day Cashew 10 Rs|banyan|60|-
maska10|Britannia 50-50 Maska Chaska 10 Rs|banyan|60|-
bourbon10|Britannia Bourbon 10 Rs|banyan|60|-
oreo10|Cadbury Oreo Vanilla 10 Rs|banyan|60|-
lays10|Lays Magic Masala Chips 10 Rs|banyan|80|3x80
lays20|Lays Magic Masala Chips 20 Rs|banyan|40|-
kurkure10|Kurkure Masala Munch 10 Rs|banyan|80|-
dairymilk10|Cadbury Dairy Milk 10 Rs|banyan|56|-
silk80|Cadbury Dairy Milk Silk 80 Rs|banyan|36|-
fivestar10|Cadbury 5 Star 10 Rs|banyan|40|-
kitkat20|KitKat Chocolate 20 Rs|banyan|28|-
tatasalt|Tata Salt 1 kg|banyan|25|4x50
tatasaltlite|Tata Salt Lite 1 kg|banyan|25|-
tatatea250|Tata Tea Gold 250 g|banyan|24|-
tatatea500|Tata Tea Gold 500 g|banyan|12|-
redlabel250|Brooke Bond Red Label Tea 250 g|banyan|24|3x24
redlabel500|Brooke Bond Red Label Tea 500 g|banyan|12|-
tajmahal250|Taj Mahal Tea 250 g|banyan|24|-
bru50|Bru Instant Coffee 50 g|banyan|-|2x6
nescafe50|Nescafe Classic Coffee 50 g|banyan|-|-
nescafe2|Nescafe Classic Coffee 2 Rs|banyan|-|-
bournvita500|Bournvita Jar 500 g|banyan|-|-
horlicks500|Horlicks Jar 500 g|banyan|-|-
butter100|Amul Butter 100 g|banyan|30|2x30
butter500|Amul Butter 500 g|banyan|20|-
ghee500|Amul Pure Ghee 500 ml|banyan|-|-
ghee1|Amul Pure Ghee 1 L|banyan|-|2x10
cheese200|Amul Cheese Slices 200 g|banyan|-|-
taaza1|Amul Taaza Milk 1 L|banyan|12|-
coke600|Coca-Cola 600 ml|banyan|24|-
coke2|Coca-Cola 2 L|banyan|9|-
pepsi600|Pepsi 600 ml|banyan|24|-
thumsup600|Thums Up 600 ml|banyan|24|3x24
sprite600|Sprite 600 ml|banyan|24|-
sevenup600|7UP 600 ml|banyan|24|-
maaza600|Maaza Mango Drink 600 ml|banyan|24|-
bisleri500|Bisleri Water 500 ml|banyan|24|-
bisleri1|Bisleri Water 1 L|banyan|12|4x36
ketchup500|Kissan Tomato Ketchup 500 g|banyan|12|-
jam500|Kissan Mixed Fruit Jam 500 g|banyan|12|-
lux100|Lux Rose Soap 100 g|kaveri|72|5x72
lux150|Lux Rose Soap 150 g|kaveri|48|-
lifebuoy100|Lifebuoy Total Soap 100 g|kaveri|72|-
lifebuoy125|Lifebuoy Total Soap 125 g|kaveri|48|-
dettolsoap75|Dettol Original Soap 75 g|kaveri|96|-
dettolsoap125|Dettol Original Soap 125 g|kaveri|48|-
dettol250|Dettol Antiseptic Liquid 250 ml|kaveri|-|-
santoor100|Santoor Sandal Soap 100 g|kaveri|72|2x72
nirmasoap|Nirma Beauty Soap 100 g|kaveri|72|-
nirma1|Nirma Washing Powder 1 kg|kaveri|25|-
cinthol100|Cinthol Lime Soap 100 g|kaveri|72|-
dove100|Dove Beauty Bar 100 g|kaveri|48|-
surf500|Surf Excel Easy Wash 500 g|kaveri|24|-
surf1|Surf Excel Easy Wash 1 kg|kaveri|12|4x24
matic1|Surf Excel Matic Liquid 1 L|kaveri|12|-
rinbar250|Rin Bar 250 g|kaveri|60|2x60
rin1|Rin Powder 1 kg|kaveri|12|-
tide500|Tide Plus Powder 500 g|kaveri|24|-
tide1|Tide Plus Powder 1 kg|kaveri|12|-
wheel1|Wheel Active Powder 1 kg|kaveri|25|3x25
ariel1|Ariel Complete Powder 1 kg|kaveri|12|-
vim200|Vim Bar 200 g|kaveri|60|-
vim300|Vim Bar 300 g|kaveri|36|-
vimgel500|Vim Dishwash Gel 500 ml|kaveri|20|-
harpic500|Harpic Power Plus 500 ml|kaveri|20|3x20
harpic1|Harpic Power Plus 1 L|kaveri|12|-
lavender500|Lizol Lavender Floor Cleaner 500 ml|kaveri|20|-
lavender1|Lizol Lavender Floor Cleaner 1 L|kaveri|12|-
citrus500|Lizol Citrus Floor Cleaner 500 ml|kaveri|20|-
colin500|Colin Glass Cleaner 500 ml|kaveri|20|-
colgate100|Colgate Strong Teeth Toothpaste 100 g|kaveri|72|4x72
colgate200|Colgate Strong Teeth Toothpaste 200 g|kaveri|48|-
maxfresh150|Colgate MaxFresh Red Toothpaste 150 g|kaveri|48|-
closeup80|Closeup Red Toothpaste 80 g|kaveri|72|-
zigzag|Colgate Zig Zag Toothbrush|kaveri|-|2x24
clinic1|Clinic Plus Shampoo 1 Rs|kaveri|960|2x960
clinic175|Clinic Plus Shampoo 175 ml|kaveri|24|-
hs180|Head & Shoulders Shampoo 180 ml|kaveri|24|-
sunsilk180|Sunsilk Black Shine Shampoo 180 ml|kaveri|24|-
parachute100|Parachute Coconut Oil 100 ml|kaveri|72|-
parachute200|Parachute Coconut Oil 200 ml|kaveri|48|3x48
parachute500|Parachute Coconut Oil 500 ml|kaveri|20|-
ponds100|Ponds Sandal Talc 100 g|kaveri|-|-
glow25|Glow & Lovely Cream 25 g|kaveri|-|-
guard|Gillette Guard Razor|kaveri|-|-
whisper6|Whisper Choice 6 Pads|kaveri|-|-
goodknight45|Good Knight Refill 45 ml|kaveri|-|2x10
allout45|All Out Refill 45 ml|kaveri|-|-
hit200|Hit Spray 200 ml|kaveri|-|-
ship|Ship Matches|kaveri|600|-
basmati1|India Gate Basmati Rice 1 kg|lotus|20|-
basmati5|India Gate Basmati Rice 5 kg|lotus|4|-
sona25|Sona Masoori Rice 25 kg Bag|lotus|-|4x4
kolam10|Kolam Rice 10 kg Bag|lotus|-|-
atta5|Aashirvaad Atta 5 kg|lotus|-|-
atta10|Aashirvaad Atta 10 kg|lotus|-|4x10
maida1|Maida 1 kg|lotus|-|-
suji500|Suji Rava 500 g|lotus|-|-
besan500|Besan 500 g|lotus|-|-
besan1|Besan 1 kg|lotus|-|-
sugar|Sugar Loose|lotus|kg|4x50
potato|Potato Loose|lotus|kg|-
onion|Onion Loose|lotus|kg|-
toor1|Toor Dal 1 kg|lotus|-|3x20
moong1|Moong Dal 1 kg|lotus|-|-
chana1|Chana Dal 1 kg|lotus|-|-
urad1|Urad Dal 1 kg|lotus|-|-
rajma500|Rajma Chitra 500 g|lotus|-|-
kabuli500|Kabuli Chana 500 g|lotus|-|-
poha500|Poha Thick 500 g|lotus|-|-
sunflower1|Fortune Sunflower Oil 1 L|lotus|10|3x20
sunflower5|Fortune Sunflower Oil 5 L|lotus|4|-
mustard1|Fortune Mustard Oil 1 L|lotus|10|-
haldi100|Everest Turmeric Powder 100 g|lotus|-|2x20
mirchi100|Everest Chilli Powder 100 g|lotus|-|2x20
dhania100|Everest Coriander Powder 100 g|lotus|-|-
garam50|Everest Garam Masala 50 g|lotus|-|-
mdh50|MDH Garam Masala 50 g|lotus|-|-
jeera100|Cumin Seeds 100 g|lotus|-|-
jaggery1|Jaggery 1 kg|lotus|-|-
lotussalt|Tata Salt 1 kg|lotus|25|-
lotussurf|Surf Excel Easy Wash 1 kg|lotus|12|-
lotusbru|Bru Instant Coffee 50 g|lotus|-|-
`;

function toProduct(row: string): OrderTextProduct {
  const [key = "", name = "", , sold = "-", habit = "-"] = row.split("|");
  const [orders, quantity] = habit.split("x").map(Number);
  return {
    id: key,
    name,
    terms: { multiple: /^\d+$/.test(sold) ? Number(sold) : undefined },
    isLoose: sold === "kg",
    usual:
      quantity === undefined || orders === undefined ? null : { orders, quantity, ordersAgo: 0 },
  };
}

export const CATALOGUE: readonly OrderTextProduct[] = ROWS.trim().split("\n").map(toProduct);

/** The lines of the shop's latest order. */
export const LATEST = [
  { productId: "maggi70", quantity: 96 },
  { productId: "lux100", quantity: 72 },
  { productId: "surf1", quantity: 24 },
  { productId: "sugar", quantity: 50 },
];
