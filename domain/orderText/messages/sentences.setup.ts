/** One sentence that runs on, with "aur", "and" and commas, or with nothing between. */
import type { Message } from "./message.setup";

export const SENTENCES: readonly Message[] = [
  ["maggi 2 ctn aur lux 5 ctn aur surf excel 1kg 2 ctn", "maggi70 2c; lux100 5c; surf1 2c"],
  ["2 peti maggi aur 5 peti lux aur 2 peti namak bhej do", "maggi70 2c; lux100 5c; tatasalt 2c"],
  [
    "send 2 cartons of maggi and 3 cartons of lux and 10 kg sugar",
    "maggi70 2c; lux100 3c; sugar 10",
  ],
  ["please send 10 horlicks, 10 bournvita and 6 bru", "horlicks500 10; bournvita500 10; bru50 6"],
  ["5 ctn maggi 2 peti lux 1 peti harpic", "maggi70 5c; lux100 2c; harpic500 1c"],
  ["maggi 5 ctn lux 2 peti harpic 1 peti", "maggi70 5c; lux100 2c; harpic500 1c"],
  ["mujhe 50 kg chini aur 20 kg aloo aur 10 kg pyaz chahiye", "sugar 50; potato 20; onion 10"],
  ["head & shoulders 180ml 24 pcs and sunsilk 24 pcs", "hs180 24; sunsilk180 24"],
  ["24 head and shoulders 180 ml and 12 glow and lovely", "hs180 24; glow25 12"],
  [
    "ek peti thums up aur do peti sprite aur teen peti bisleri 1 litre",
    "thumsup600 1c; sprite600 2c; bisleri1 3c",
  ],
  ["one carton pepsi and two cartons sprite", "pepsi600 1c; sprite600 2c"],
  [
    "haldi 20 packet aur mirchi 20 packet aur everest garam masala 10 packet",
    "haldi100 20; mirchi100 20; garam50 10",
  ],
  [
    "toor dal 20 packet, moong dal 10 packet aur chana dal 5 packet de dena",
    "toor1 20; moong1 10; chana1 5",
  ],
  ["i need 1 ctn vim bar 200g and 1 ctn vim gel", "vim200 1c; vimgel500 1c"],
  [
    "kindly supply 12 whisper choice and 6 ponds talc and 6 hit spray",
    "whisper6 12; ponds100 6; hit200 6",
  ],
  ["maida 10 packet suji 10 packet besan 500g 10 packet", "maida1 10; suji500 10; besan500 10"],
  [
    "colgate 100g 1 ctn, closeup 1 ctn, zig zag brush 2 dozen",
    "colgate100 1c; closeup80 1c; zigzag 24",
  ],
  ["parle g 5rs 1 ctn aur hide & seek 1 ctn", "parleg5 1c; hideseek 1c"],
  ["1 ctn hide and seek and 1 ctn bourbon", "hideseek 1c; bourbon10 1c"],
  ["rin bar 1 peti, rin powder 1 peti, wheel 2 peti", "rinbar250 1c; rin1 1c; wheel1 2c"],
  ["nescafe 50g 6 pcs plus bru 6 pcs", "nescafe50 6; bru50 6"],
  ["santoor 1 ctn + cinthol 1 ctn + dove 1 ctn", "santoor100 1c; cinthol100 1c; dove100 1c"],
  ["tata tea gold 250 1 ctn / taj mahal 1 ctn", "tatatea250 1c; tajmahal250 1c"],
  ["sona masoori 4 bag, kolam 2 bag, atta 10kg 5 bag", "sona25 4; kolam10 2; atta10 5"],
  [
    "amul butter 100g 1 ctn and amul ghee 1l 10 pcs and cheese slices 5 pcs",
    "butter100 1c; ghee1 10; cheese200 5",
  ],
  ["kissan ketchup 1 ctn and maggi ketchup 1 ctn", "ketchup500 1c; maggiketchup 1c"],
  [
    "kitkat 1 ctn, oreo 1 ctn, 5 star 1 ctn, silk 1 ctn",
    "kitkat20 1c; oreo10 1c; fivestar10 1c; silk80 1c",
  ],
  ["10 good knight refill and 10 all out refill", "goodknight45 10; allout45 10"],
  ["sunflower oil 1l 2 ctn and mustard oil 1 ctn", "sunflower1 2c; mustard1 1c"],
  ["poha 10 packet rajma 5 packet kabuli chana 5 packet", "poha500 10; rajma500 5; kabuli500 5"],
  ["tide 1kg 1 ctn, ariel 1 ctn, surf excel 500g 1 ctn", "tide1 1c; ariel1 1c; surf500 1c"],
  ["lays 10rs 2 ctn and kurkure 2 ctn and lays 20rs 1 ctn", "lays10 2c; kurkure10 2c; lays20 1c"],
  [
    "gud 5 packet aur jeera 10 packet aur dhaniya 10 packet bhej dijiye",
    "jaggery1 5; jeera100 10; dhania100 10",
  ],
  // Products that share a quantity, the same product twice, one without a quantity, one that nobody sells.
  ["maggi aur lux 5 5 ctn", "?"],
  ["lux 2 ctn aur maggi 1 ctn aur lux 3 ctn", "lux100 2c; maggi70 1c; ?lux100 3c"],
  ["horlicks 10 aur harpic", "horlicks500 10; ?harpic500"],
  ["10 horlicks and 10 zandu balm", "horlicks500 10; ?"],
  ["maggi 2 ctn and fevicol 5 pcs and bru 6", "maggi70 2c; ?; bru50 6"],
];
