/** Other Indic scripts, and their digits beside Latin names. */
import type { Message } from "./message.setup";

export const SCRIPTS: readonly Message[] = [
  // Digits alone.
  ["maggi ২ ctn", "maggi70 2c"],
  ["lux ૨ peti", "lux100 2c"],
  ["bru ௬", "bru50 6"],
  ["horlicks ౧౦ pcs", "horlicks500 10"],
  ["sugar ೫೦ kg", "sugar 50"],
  ["sugar ൫൦ kg", "sugar 50"],
  ["atta 10 kg ੫ pcs", "atta10 5"],
  ["haldi ୨୦ pcs", "haldi100 20"],
  ["toor dal ২০ pcs, moong dal ১০ pcs", "toor1 20; moong1 10"],
  ["maida ૧૦, besan 1kg ૧૦", "maida1 10; besan1 10"],
  ["harpic 500ml ௨ ctn", "harpic500 2c"],
  ["lux 150g ౪౮", "lux150 48"],
  // Gujarati.
  ["મેગી ૨ પેટી", "maggi70 2c"],
  ["લક્સ 2 પેટી", "lux100 2c"],
  ["કોલગેટ 100 ગ્રામ 1 પેટી", "colgate100 1c"],
  ["મેદા ૧૦ પેકેટ", "maida1 10"],
  ["હલ્દી ૨૦ પેકેટ", "haldi100 20"],
  ["હાર્પિક ૧ પેટી", "harpic500 1c"],
  // Bengali.
  ["ম্যাগি ২ পেটি", "maggi70 2c"],
  ["লাক্স ২ পেটি", "lux100 2c"],
  ["কোলগেট ১০০ গ্রাম ১ পেটি", "colgate100 1c"],
  ["চিনি ৫০ কেজি", "sugar 50"],
  ["পেপসি ১ পেটি", "pepsi600 1c"],
  // Tamil.
  ["மேகி 2 பெட்டி", "maggi70 2c"],
  ["லக்ஸ் 2 பெட்டி", "lux100 2c"],
  ["ஹார்லிக்ஸ் 10", "horlicks500 10"],
  ["கோல்கேட் 100 கிராம் 1 பெட்டி", "colgate100 1c"],
  // Telugu.
  ["మాగీ 2 పెట్టి", "maggi70 2c"],
  ["లక్స్ ౨ పెట్టి", "lux100 2c"],
  ["హార్లిక్స్ 10", "horlicks500 10"],
  ["కోల్గేట్ 100 గ్రాములు 1 పెట్టి", "colgate100 1c"],
  // Kannada, Malayalam, Gurmukhi.
  ["ಮ್ಯಾಗಿ 2 ಪೆಟ್ಟಿ", "maggi70 2c"],
  ["ലക്സ് 2 പെട്ടി", "lux100 2c"],
  ["ਲਕਸ 2 ਪੇਟੀ", "lux100 2c"],
  ["ਮੈਗੀ ੨ ਪੇਟੀ", "maggi70 2c"],
  // Scripts mixed in one word, a quantity in two scripts' digits, an unknown word.
  ["mаggi 2 ctn", "?"],
  ["maggi 1२ ctn", "?maggi70"],
  ["சோப்பு 10", "?"],
];
