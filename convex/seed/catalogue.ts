/**
 * The demo's goods: two groups of ten for each of the ten types, so that each group shares a drawing. Invented names and prices,
 * no brand of anybody's.
 */
import type { ProductType } from "../../domain/productTypes";

/** Name, pieces in a pack, rupees for one piece. */
type Item = readonly [name: string, packSize: number, rupees: number];

/** Description of each group of goods, put after the product's name. */
type Group = { readonly about: string; readonly items: readonly Item[] };

export const CATALOGUE: Readonly<Record<ProductType, readonly [Group, Group]>> = {
  Beauty: [
    {
      about:
        "Plant-based, without parabens. Batch and expiry are printed on every bottle; twelve months or more remain on delivery.",
      items: [
        ["Neem Face Wash 100 ml", 24, 84.5],
        ["Amla Shampoo 200 ml", 24, 132],
        ["Rose Toner 120 ml", 24, 98],
        ["Coconut Hair Oil 500 ml", 12, 214],
        ["Aloe Body Lotion 250 ml", 24, 149],
        ["Hibiscus Conditioner 200 ml", 24, 158.5],
        ["Sandal Hand Wash 250 ml", 24, 76],
        ["Jasmine Body Mist 150 ml", 36, 187],
        ["Almond Hair Oil 200 ml", 24, 168],
        ["Micellar Water 200 ml", 24, 176],
      ],
    },
    {
      about: "Whipped in small batches and sealed under foil. Supplied in printed display trays.",
      items: [
        ["Saffron Night Cream 50 g", 36, 226],
        ["Turmeric Ubtan 100 g", 48, 88],
        ["Multani Clay Pack 200 g", 36, 64],
        ["Shea Lip Balm 8 g", 96, 42],
        ["Kajal Pot 3 g", 120, 38.5],
        ["Sun Cream SPF 50 75 g", 48, 242],
        ["Charcoal Scrub 100 g", 36, 112],
        ["Henna Powder 500 g", 24, 96],
        ["Foot Cream 60 g", 48, 71],
        ["Hair Wax 75 g", 48, 104],
      ],
    },
  ],
  Electronics: [
    {
      about: "Tested piece by piece, one year of replacement warranty through the distributor.",
      items: [
        ["LED Desk Lamp Touch Dim", 20, 615],
        ["Feature Phone Dual SIM", 20, 1240],
        ["Tablet Stand Aluminium", 40, 385],
        ["Seven Inch Photo Frame", 10, 2190],
        ["Pocket Power Bank 10000 mAh", 40, 689],
        ["Smart Plug 16 A", 50, 545],
        ["Digital Kitchen Scale 5 kg", 20, 498],
        ["Wireless Mouse Silent", 60, 329],
        ["Compact Keyboard USB", 40, 412],
        ["Wall Charger 20 W", 100, 298],
      ],
    },
    {
      about: "Clear sound at market noise. Charging cable in the box, spare parts kept in stock.",
      items: [
        ["Bluetooth Speaker Mini", 30, 740],
        ["Tower Speaker 40 W", 4, 4350],
        ["FM Radio Pocket", 40, 365],
        ["Karaoke Speaker with Mic", 6, 2875],
        ["Shop Announcement Speaker", 8, 1960],
        ["Sound Bar Compact", 6, 3120],
        ["Clip Speaker Splashproof", 30, 655],
        ["Wired Headset with Mic", 60, 285],
        ["Neckband Earphones", 60, 540],
        ["Doorbell Chime Wireless", 40, 310],
      ],
    },
  ],
  Fashion: [
    {
      about:
        "Pre-shrunk cotton, double-stitched seams. Each carton is mixed: S, M, L and XL in the ratio 1 : 2 : 2 : 1.",
      items: [
        ["Cotton Kurta Handblock", 30, 465],
        ["Plain T-Shirt 180 gsm", 60, 168],
        ["Linen Shirt Half Sleeve", 30, 528],
        ["School Shirt White", 60, 215],
        ["Polo Shirt Pique", 48, 276],
        ["Denim Shirt Washed", 24, 612],
        ["Printed Kurti Rayon", 36, 389],
        ["Winter Sweatshirt Fleece", 24, 498],
        ["Sports Jersey Quick-Dry", 60, 198],
        ["Nehru Vest Khadi", 20, 745],
      ],
    },
    {
      about: "Strong zips, lined inside. Assorted colours in every carton.",
      items: [
        ["Jute Shopping Bag", 100, 88],
        ["Canvas Tote Printed", 60, 142],
        ["Laptop Backpack 25 L", 20, 685],
        ["Sling Bag Vegan Leather", 30, 376],
        ["Potli Pouch Brocade", 120, 64.5],
        ["Travel Duffel 40 L", 16, 724],
        ["School Bag Junior", 24, 398],
        ["Lunch Bag Insulated", 40, 189],
        ["Laptop Sleeve 14 Inch", 40, 245],
        ["Coin Purse Embroidered", 200, 36],
      ],
    },
  ],
  "Home Goods": [
    {
      about:
        "Food-safe glaze, safe in the dishwasher. Packed in partitioned boxes; breakages are replaced.",
      items: [
        ["Stoneware Mug 350 ml", 48, 96],
        ["Kulhad Tea Cup Set of 6", 24, 148],
        ["Steel Tumbler 300 ml", 120, 52],
        ["Copper Tumbler Hammered", 48, 265],
        ["Coffee Mug Enamel", 60, 118],
        ["Glass Cup Double Wall", 36, 187],
        ["Milk Jug 1 L", 24, 174],
        ["Soup Bowl with Handle", 48, 108],
        ["Travel Mug 400 ml", 40, 289],
        ["Planter Cup Terracotta", 60, 67],
      ],
    },
    {
      about: "Heavy base for gas and induction. Spare lids and handles can be ordered.",
      items: [
        ["Iron Tawa 28 cm", 20, 345],
        ["Kadhai 3 L Stainless", 12, 625],
        ["Frying Pan 24 cm", 20, 498],
        ["Pressure Cooker 5 L", 6, 1345],
        ["Sauce Pan 1.5 L", 24, 376],
        ["Idli Steamer 16 Pits", 10, 742],
        ["Biryani Handi 5 L", 8, 968],
        ["Milk Boiler 2 L", 16, 534],
        ["Grill Pan Cast Iron", 12, 812],
        ["Tadka Pan Small", 60, 124],
      ],
    },
  ],
  "Health and Wellness": [
    {
      about:
        "Made in a licensed unit, tamper-evident cap. At least eighteen months to expiry on delivery.",
      items: [
        ["Tulsi Drops 30 ml", 60, 86],
        ["Chyawanprash 1 kg", 12, 268],
        ["Vitamin C Chewables 60", 48, 174],
        ["Triphala Tablets 120", 48, 142],
        ["Ashwagandha Powder 250 g", 36, 198],
        ["Giloy Juice 1 L", 12, 212],
        ["Calcium Tablets 60", 48, 156],
        ["Honey Ginger Syrup 200 ml", 36, 94],
        ["Multivitamin Gummies 45", 36, 286],
        ["Protein Powder 1 kg", 8, 1180],
      ],
    },
    {
      about: "For shop, school and home. Refills for every item are in stock all year.",
      items: [
        ["First Aid Box 42 Pieces", 20, 445],
        ["Digital Thermometer", 100, 128],
        ["Pulse Oximeter", 40, 624],
        ["Blood Pressure Monitor", 10, 1465],
        ["Hot Water Bag 2 L", 40, 176],
        ["Crepe Bandage 10 cm", 120, 68],
        ["Surgical Mask Box of 50", 60, 112],
        ["Steam Inhaler", 24, 318],
        ["Knee Support Pair", 40, 294],
        ["Sanitiser Spray 500 ml", 24, 102],
      ],
    },
  ],
  "Food and Beverage": [
    {
      about:
        "This season's crop, machine cleaned. Each sack carries lot number and date of packing.",
      items: [
        ["Sona Masoori Rice 10 kg", 5, 612],
        ["Basmati Rice Classic 5 kg", 8, 585],
        ["Wheat Flour Chakki 10 kg", 5, 432],
        ["Toor Dal 5 kg", 8, 718],
        ["Chana Dal 5 kg", 8, 465],
        ["Jaggery Powder 1 kg", 25, 88],
        ["Sugar S-30 5 kg", 8, 228],
        ["Poha Thick 1 kg", 25, 62],
        ["Rava Fine 1 kg", 25, 54.5],
        ["Rock Salt 1 kg", 25, 46],
      ],
    },
    {
      about: "Packed in food-grade tins and jars, FSSAI licence number on the label.",
      items: [
        ["Masala Chai 500 g", 24, 236],
        ["Filter Coffee Blend 500 g", 24, 298],
        ["Mango Pickle 1 kg", 12, 184],
        ["Ghee 1 L", 12, 624],
        ["Turmeric Powder 500 g", 40, 118],
        ["Red Chilli Powder 500 g", 40, 164],
        ["Groundnut Oil 1 L", 15, 192],
        ["Forest Honey 500 g", 24, 276],
        ["Roasted Cashew 500 g", 20, 468],
        ["Peanut Chikki 400 g", 40, 86],
      ],
    },
  ],
  "Sports and Outdoor Equipment": [
    {
      about: "Match weight and bounce, hand-finished. Pump and needle free with every carton.",
      items: [
        ["Cricket Ball Leather", 72, 286],
        ["Tennis Ball Heavy", 144, 48],
        ["Football Size 5", 30, 465],
        ["Volleyball Synthetic", 30, 412],
        ["Basketball Size 7", 24, 538],
        ["Practice Wind Ball", 200, 34],
        ["Throwball School", 40, 248],
        ["Gym Ball 65 cm", 20, 476],
        ["Medicine Ball 3 kg", 12, 628],
        ["Futsal Ball Size 4", 30, 498],
      ],
    },
    {
      about: "Cast and coated in our own unit, tested to twice the printed weight.",
      items: [
        ["Dumbbell Pair 5 kg", 6, 742],
        ["Dumbbell Pair 10 kg", 4, 1385],
        ["Kettlebell 8 kg", 6, 896],
        ["Resistance Band Set", 40, 324],
        ["Skipping Rope Bearing", 100, 96],
        ["Hand Grip Adjustable", 80, 138],
        ["Push-Up Bars", 30, 268],
        ["Ankle Weights 2 kg", 24, 385],
        ["Yoga Mat 6 mm", 24, 412],
        ["Barbell Rod 4 ft", 6, 1120],
      ],
    },
  ],
  Automotive: [
    {
      about: "Fits the common models; the list of sizes comes with the carton.",
      items: [
        ["Scooter Tyre 90/100-10", 6, 1265],
        ["Motorcycle Tyre 100/90-17", 4, 1840],
        ["Bicycle Tyre 26 Inch", 20, 248],
        ["Inner Tube Scooter", 40, 164],
        ["Steering Cover Leatherette", 30, 285],
        ["Wheel Cover 13 Inch Set", 8, 698],
        ["Clutch Plate Set", 20, 486],
        ["Brake Disc Front", 10, 1145],
        ["Alloy Wheel Cleaner Pad", 60, 92],
        ["Puncture Repair Kit", 50, 174],
      ],
    },
    {
      about: "Sealed cans, genuine base stock, batch certificate on request.",
      items: [
        ["Engine Oil 20W-40 1 L", 20, 328],
        ["Engine Oil 10W-30 3.5 L", 6, 1385],
        ["Gear Oil 90 1 L", 20, 286],
        ["Brake Fluid DOT 3 500 ml", 24, 178],
        ["Coolant Ready Mix 1 L", 20, 192],
        ["Chain Lube Spray 150 ml", 48, 164],
        ["Car Shampoo 1 L", 20, 212],
        ["Dashboard Polish 200 ml", 36, 138],
        ["Grease 500 g", 30, 156],
        ["Distilled Water 5 L", 8, 84],
      ],
    },
  ],
  "Toys and Games": [
    {
      about: "Rounded edges, colours that do not rub off. BIS mark on every box; from three years.",
      items: [
        ["Wooden Building Blocks 50", 20, 412],
        ["Alphabet Cubes", 36, 228],
        ["Stacking Rings", 40, 146],
        ["Shape Sorter Cube", 24, 264],
        ["Counting Abacus", 36, 188],
        ["Magnetic Tiles 32", 12, 876],
        ["Jigsaw India Map", 40, 174],
        ["Number Dominoes", 36, 212],
        ["Memory Card Game", 60, 124],
        ["Carrom Coins Set", 60, 136],
      ],
    },
    {
      about: "Pull-back or friction drive, no batteries. Assorted colours in display boxes.",
      items: [
        ["Pull-Back Taxi", 96, 58],
        ["Friction Truck Large", 24, 236],
        ["Auto Rickshaw Model", 72, 74],
        ["School Bus Die-Cast", 48, 168],
        ["Racing Car Set of 4", 36, 198],
        ["Tractor with Trolley", 30, 254],
        ["Fire Engine Ladder", 24, 288],
        ["Push-Along Car Junior", 8, 945],
        ["Dumper Sand Toy", 30, 176],
        ["Jeep Off-Road Model", 36, 214],
      ],
    },
  ],
  Furniture: [
    {
      about: "Seasoned wood and steel, carries 120 kg. Comes flat with tools and a drawing.",
      items: [
        ["Dining Chair Sheesham", 4, 2480],
        ["Plastic Chair with Arms", 20, 465],
        ["Office Chair Mesh", 2, 3290],
        ["Folding Chair Steel", 10, 842],
        ["Bar Stool Round", 4, 1645],
        ["Kids Study Chair", 6, 928],
        ["Rocking Chair Cane", 1, 5460],
        ["Garden Chair Weatherproof", 6, 1285],
        ["Shop Stool 18 Inch", 12, 386],
        ["Waiting Bench 3 Seats", 1, 6240],
      ],
    },
    {
      about: "Scratch-resistant top, levelling feet. Delivered in one carton per piece.",
      items: [
        ["Study Table with Drawer", 2, 3120],
        ["Folding Table 4 ft", 4, 1860],
        ["Coffee Table Round", 2, 2745],
        ["Bedside Table", 4, 1390],
        ["Display Counter 3 ft", 1, 7450],
        ["Laptop Table Adjustable", 8, 785],
        ["Centre Table Glass Top", 2, 3980],
        ["Dining Table 4 Seats", 1, 9860],
        ["Utility Table Steel", 4, 1540],
        ["Prayer Table Carved", 4, 1265],
      ],
    },
  ],
};
