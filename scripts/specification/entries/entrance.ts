/** What is open to everybody: login, sign-up, the landing page and the pages around it. */
import { type Entry, constant, rule, screen } from "../entry";

const WORDS = "e2e/words.spec.ts";
const CHECKS = "src/features/auth/checks.test.ts";

const LOGIN: readonly Entry[] = screen("Login", "/auth/login", [
  "Email",
  "Password",
  "Role",
  "Retailer",
  "Distributor",
  "Admin",
  "Log in",
  "Logging in...",
  "New user? Sign up Here",
  "Please enter your email.",
  "Please enter your password.",
  "Invalid email, password or role.",
  "Logged in successfully.",
  rule(
    "The role is Retailer until another is chosen",
    `${WORDS} › login asks for e-mail, password and role, and says what is wrong`,
  ),
  rule(
    "E-mail, password and role are required",
    `${CHECKS} › asks for e-mail and password, and judges no password`,
  ),
  rule(
    "After a login e-mail and password are empty",
    `${WORDS} › while the login is under way the button says so, and both fields are empty when it is done`,
  ),
  rule(
    "A wrong role, password or e-mail gets one and the same answer",
    "convex/auth/auth.test.ts › with %s gets one and the same answer",
  ),
  constant(
    "The banner goes after 3 seconds",
    `${WORDS} › what goes by itself goes in time: banners after 3 s, notes after 5 s`,
  ),
]);

const SIGN_UP: readonly Entry[] = screen("Sign-up", "/auth/signup", [
  "Register for a free account",
  "Log in",
  "Name",
  "Phone",
  "Email",
  "Password",
  "Role",
  "Retailer",
  "Distributor",
  "Company name",
  "Shop name",
  "Address",
  "Image",
  "OTP",
  "Send OTP",
  "Verify OTP",
  "Verified",
  "Register",
  "OTP verified successfully.",
  "Invalid OTP",
  "Please verify your email with OTP before registering.",
  "Registration successful. Please log in.",
  "An account with this email already exists.",
  "Please enter your name.",
  "Please enter your phone number.",
  "Please enter your address.",
  "Please enter your shop name.",
  "Please enter your company name.",
  "Please select an image file",
  "Please upload an image file (JPEG, PNG, GIF)",
  rule(
    "It is dark until somebody turns the light on",
    `${WORDS} › sign-up is dark, asks for everything, and opens Register only to a verified e-mail`,
  ),
  rule(
    "Only a retailer or a distributor can be registered",
    `${WORDS} › sign-up is dark, asks for everything, and opens Register only to a verified e-mail`,
  ),
  rule(
    "A change of the role clears the other role's name",
    `${WORDS} › sign-up is dark, asks for everything, and opens Register only to a verified e-mail`,
  ),
  rule(
    "Send OTP waits for an e-mail, Verify OTP for a code, the box for a code that was sent",
    `${WORDS} › sign-up is dark, asks for everything, and opens Register only to a verified e-mail`,
  ),
  rule(
    "Register is disabled until the e-mail is verified",
    `${WORDS} › sign-up is dark, asks for everything, and opens Register only to a verified e-mail`,
  ),
  rule(
    "Name, e-mail, phone, password, address, picture and the name of shop or company are required",
    `${CHECKS} › asks for everything, and for the name of the shop or the company by role`,
  ),
  rule("The picture has to be one", `${CHECKS} › takes pictures only`),
  constant(
    "The banner goes after 3 seconds",
    `${WORDS} › what goes by itself goes in time: banners after 3 s, notes after 5 s`,
  ),
]);

const LANDING: readonly Entry[] = screen("Landing page", "/", [
  "Login",
  "Sign Up",
  "Get Started",
  "Learn More",
  "Search products...",
  "Category",
  "Featured Products",
  "Details",
  "Distributor",
  "Type",
  "Price",
  "Quantity",
  "Description",
  "Why Choose Us",
  "Wide selection",
  "Secure shopping",
  "24/7 support",
  "Fast delivery",
  "Loyalty rewards",
  "Community",
  "Samples",
  "Sign Up Now",
  "No products found matching your criteria.",
  rule(
    "Get Started leads to /getstartedpage, Learn More to /auth/signup",
    `${WORDS} › the landing page shows the market, its reasons and the way in`,
  ),
  rule(
    "While the products are on their way it shows that they are",
    `${WORDS} › while something is on its way the screen says so`,
  ),
  rule(
    "The search finds any part of a name in any case; the category is exact, All lifts it",
    `${WORDS} › the landing page searches by name and category`,
  ),
  constant(
    "The rating is 4.5 out of 5",
    `${WORDS} › the landing page shows the market, its reasons and the way in`,
  ),
]);

const PAGES: readonly Entry[] = [
  ...screen("Get-started page", "/getstartedpage", [
    "Why Choose Us?",
    "Fast setup",
    "Comprehensive dashboard",
    "24/7 support",
    "Secure transactions",
    "Sign Up Now",
    constant(
      "The footer's year is 2024",
      `${WORDS} › the get-started page says why, and leads to the sign-up`,
    ),
  ]),
  ...screen("About page", "/about", [
    "Connecting retailers and distributors",
    "Order management",
    "Inventory",
    "Analytics",
    "Our mission",
  ]),
  ...screen("Home of a distributor", "/homepage", [
    rule(
      "The welcome page has a hero and three feature cards",
      `${WORDS} › the about page and both homes say what Mandi is for`,
    ),
  ]),
  ...screen("Home of a retailer", "/homepageretailer", [
    rule(
      "The welcome page has a hero and three feature cards",
      `${WORDS} › the about page and both homes say what Mandi is for`,
    ),
  ]),
];

export const ENTRANCE_ENTRIES: readonly Entry[] = [...LOGIN, ...SIGN_UP, ...LANDING, ...PAGES];
