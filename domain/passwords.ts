/** Password rules (OWASP ASVS 5.0, 6.2): length, and not among the most used; no composition rules. */
import { PASSWORD_MAX, PASSWORD_MIN } from "./limits";
import { hasLoneSurrogate } from "./text";

/** The most used leaked passwords, those of India among them; shorter ones are refused for their length. */
const USED_MAX = new Set(
  `12345678 123456789 1234567890 0123456789 12345678910 1234567891 123123123 123456123 123321123 12341234 12344321 11223344
  1122334455 123654789 147258369 159753456 741852963 789456123 789456123 987654321 9876543210 0987654321 87654321 11111111
  111111111 1111111111 00000000 000000000 0000000000 22222222 33333333 44444444 55555555 66666666 77777777 88888888 99999999
  12121212 13131313 10101010 01010101 20202020 112233445566 1234qwer 123qweasd 123qwe123 12qwaszx 1q2w3e4r 1q2w3e4r5t
  1q2w3e4r5t6y 1qaz2wsx 1qaz2wsx3edc 1qazxsw2 zaq12wsx zaq1zaq1 qazwsxedc qazwsx123 q1w2e3r4 q1w2e3r4t5 qwertyui qwertyuiop
  qwerty12 qwerty123 qwerty1234 qwerty12345 qwerty123456 qwerty@123 qwerty@1234 qwer1234 asdfghjk asdfghjkl asdf1234
  asdfasdf zxcvbnm123 zxcvbnm1 abcd1234 abcd@1234 abcd@123 abc12345 abc123456 abcdefgh abcdefg1 abcdefghi a1b2c3d4 a1234567
  a12345678 a123456789 aa123456 aa12345678 aaaaaaaa password password1 password12 password123 password1234 password12345
  password@1 password@12 password@123 password@1234 password! password1! password123! p@ssword p@ssword1 p@ssword123
  p@ssw0rd p@ssw0rd1 p@ssw0rd123 passw0rd passw0rd1 passw0rd123 pass1234 pass12345 pass@123 pass@1234 pass@word1 passpass
  admin123 admin1234 admin12345 admin@123 admin@1234 admin@12345 administrator root1234 root@123 user1234 user@123 guest123
  test1234 test12345 test@123 test@1234 testtest testing1 testing123 demo1234 demo@123 changeme changeme1 changeme123
  welcome1 welcome12 welcome123 welcome@1 welcome@123 welcome@1234 letmein1 letmein123 trustno1 iloveyou iloveyou1 iloveyou2
  iloveyou123 iloveu123 loveyou123 love1234 lovelove sunshine sunshine1 princess princess1 princess123 football football1
  baseball baseball1 basketball cricket1 cricket123 superman superman1 batman123 spiderman pokemon1 pokemon123 starwars
  computer computer1 internet samsung1 samsung123 microsoft google123 google@123 facebook facebook1 facebook123 whatever
  whatever1 michelle jennifer jessica1 victoria elizabeth alexander charlie1 danielle benjamin december november september
  liverpool liverpool1 chelsea1 arsenal1 barcelona mercedes ferrari1 corvette maverick midnight midnight1 dolphins butterfly
  chocolate chocolate1 cheesecake snowball sweetheart babygirl babygirl1 monkey123 dragon123 shadow123 master123 killer123
  freedom1 freedom123 blink182 michael1 jordan23 secret123 secret@123 access14 mustang1 hello123 hello1234 hello@123
  helloworld india123 india1234 india@123 india@1234 indian123 bharat123 bharat@123 hindustan hindustan1 jaihind123 jaihind@123
  krishna1 krishna123 krishna@123 radhakrishna radhekrishna radheradhe radhesoami harekrishna jaishriram jaishreeram
  jaishreeram123 shriram123 jaimatadi jaimatadi123 omsairam omsairam1 omsairam123 sairam123 sairam@123 saibaba123 ganesha1
  ganesh123 ganesh@123 hanuman1 hanuman123 mahadev1 mahadev123 mahadev@123 harharmahadev bismillah bismillah1 waheguru
  waheguru1 mumbai123 delhi123 kolkata123 chennai123 sachin10 sachin123 sachin@123 rahul123 rahul@123 rohit123 rohit@123
  priya123 priya@123 amit1234 amit@123 deepak123 deepak@123 sanjay123 vijay123 rajesh123 suresh123 ramesh123 kumar123
  kumar@123 pooja123 neha1234 anjali123 mummypapa papamummy mom&dad1 computer123 business1 business123 company123
  market123 mandi123 mandi@123 mandi1234 shop1234 dukaan123`.split(/\s+/),
);

export type PasswordProblem = "BAD_PASSWORD" | "COMMON_PASSWORD";

/** Undefined for a password that may be one; it is then kept exactly as typed. */
export function passwordProblem(text: string): PasswordProblem | undefined {
  const fits = text.length >= PASSWORD_MIN && text.length <= PASSWORD_MAX;
  if (!fits || text.trim() === "" || text.includes("\0") || hasLoneSurrogate(text))
    return "BAD_PASSWORD";
  return USED_MAX.has(text.trim().toLowerCase()) ? "COMMON_PASSWORD" : undefined;
}
