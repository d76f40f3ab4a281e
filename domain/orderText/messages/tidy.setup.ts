/** Tidy lists: one product a line, written out. */
import type { Message } from "./message.setup";

export const TIDY: readonly Message[] = [
  ["Maggi 2-Minute Noodles 70 g - 2 ctn", "maggi70 2c"],
  ["Lux Rose Soap 100 g - 144\nLux Rose Soap 150 g - 48", "lux100 144; lux150 48"],
  [
    "1. Tata Salt 1 kg - 2 ctn\n2. Sugar Loose - 50 kg\n3. Aashirvaad Atta 10 kg - 10",
    "tatasalt 2c; sugar 50; atta10 10",
  ],
  ["Surf Excel Easy Wash 500 g: 24\nSurf Excel Matic Liquid 1 L: 12", "surf500 24; matic1 12"],
  ["Colgate Strong Teeth Toothpaste 200 g x 48", "colgate200 48"],
  ["Parle-G Biscuit 5 Rs - 1 carton\nParle-G Biscuit 10 Rs - 1 carton", "parleg5 1c; parleg10 1c"],
  ["Bru Instant Coffee 50 g - 6 pcs", "bru50 6"],
  [
    "Head & Shoulders Shampoo 180 ml - 24 pcs\nSunsilk Black Shine Shampoo 180 ml - 24 pcs",
    "hs180 24; sunsilk180 24",
  ],
  [
    "Lizol Lavender Floor Cleaner 500 ml - 1 ctn\nLizol Citrus Floor Cleaner 500 ml - 2 ctn",
    "lavender500 1c; citrus500 2c",
  ],
  ["Britannia 50-50 Maska Chaska 10 Rs - 60", "maska10 60"],
  ["Cadbury 5 Star 10 Rs - 40\nCadbury Dairy Milk 10 Rs - 56", "fivestar10 40; dairymilk10 56"],
  [
    "Order:\nVim Bar 200 g - 60\nVim Bar 300 g - 36\nVim Dishwash Gel 500 ml - 20",
    "vim200 60; vim300 36; vimgel500 20",
  ],
  [
    "7UP 600 ml - 2 case\nPepsi 600 ml - 2 case\nSprite 600 ml - 1 case",
    "sevenup600 2c; pepsi600 2c; sprite600 1c",
  ],
  [
    "Amul Butter 100 g - 30\nAmul Pure Ghee 1 L - 10\nAmul Cheese Slices 200 g - 5",
    "butter100 30; ghee1 10; cheese200 5",
  ],
  [
    "Sona Masoori Rice 25 kg Bag - 4\nKolam Rice 10 kg Bag - 2\nIndia Gate Basmati Rice 5 kg - 4",
    "sona25 4; kolam10 2; basmati5 4",
  ],
  [
    "Toor Dal 1 kg - 20\nMoong Dal 1 kg - 10\nUrad Dal 1 kg - 10\nChana Dal 1 kg - 10",
    "toor1 20; moong1 10; urad1 10; chana1 10",
  ],
  [
    "Everest Turmeric Powder 100 g - 20\nEverest Chilli Powder 100 g - 20\nEverest Garam Masala 50 g - 10",
    "haldi100 20; mirchi100 20; garam50 10",
  ],
  ["MDH Garam Masala 50 g - 12", "mdh50 12"],
  ["Nescafe Classic Coffee 50 g - 6\nNescafe Classic Coffee 2 Rs - 48", "nescafe50 6; nescafe2 48"],
  ["Clinic Plus Shampoo 1 Rs - 960\nClinic Plus Shampoo 175 ml - 24", "clinic1 960; clinic175 24"],
  ["Good Knight Refill 45 ml - 10\nAll Out Refill 45 ml - 10", "goodknight45 10; allout45 10"],
  [
    "Fortune Sunflower Oil 1 L - 2 ctn\nFortune Sunflower Oil 5 L - 1 ctn\nFortune Mustard Oil 1 L - 1 ctn",
    "sunflower1 2c; sunflower5 1c; mustard1 1c",
  ],
  [
    "Maida 1 kg - 10 pcs\nSuji Rava 500 g - 10 pcs\nBesan 500 g - 10 pcs",
    "maida1 10; suji500 10; besan500 10",
  ],
  ["Harpic Power Plus 1 L - 12\nColin Glass Cleaner 500 ml - 20", "harpic1 12; colin500 20"],
  [
    "Maggi Rich Tomato Ketchup 500 g - 12\nKissan Tomato Ketchup 500 g - 12",
    "maggiketchup 12; ketchup500 12",
  ],
  [
    "Tata Tea Gold 250 g - 1 ctn\nTata Tea Gold 500 g - 1 ctn\nTaj Mahal Tea 250 g - 24",
    "tatatea250 1c; tatatea500 1c; tajmahal250 24",
  ],
  ["Brooke Bond Red Label Tea 500 g, 12", "redlabel500 12"],
  ["Coca-Cola 2 L, 9\nCoca-Cola 600 ml, 24", "coke2 9; coke600 24"],
  [
    "Parachute Coconut Oil 200 ml | 48\nParachute Coconut Oil 500 ml | 20",
    "parachute200 48; parachute500 20",
  ],
  ["* Potato Loose - 20 kg\n* Onion Loose - 30 kg", "potato 20; onion 30"],
  ["Glow & Lovely Cream 25 g - 12\nPonds Sandal Talc 100 g - 6", "glow25 12; ponds100 6"],
  ["Tata Salt Lite 1 kg - 25", "tatasaltlite 25"],
  [
    "Lifebuoy Total Soap 100 g - 72\nDettol Original Soap 75 g - 96\nCinthol Lime Soap 100 g - 72",
    "lifebuoy100 72; dettolsoap75 96; cinthol100 72",
  ],
  // Not a multiple of the carton, a carton without a known number, an unknown product, a size that nobody sells.
  ["Maggi 2-Minute Noodles 70 g - 50", "?maggi70 50"],
  ["Gillette Guard Razor - 2 ctn", "?guard"],
  ["Zandu Balm 8 ml - 12", "?"],
  ["Lux Rose Soap 75 g - 72", "?lux100 72"],
  [
    "Whisper Choice 6 Pads - 12\nHit Spray 200 ml - 6\nShip Matches - 600",
    "whisper6 12; hit200 6; ship 600",
  ],
];
