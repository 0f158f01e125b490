import { expect, test } from 'vitest';
import { defaultBrandHitKinds } from '../vocabulary.js';
import { BrandMatcher } from './brand-matcher.js';
import { normalizeBrand } from './look-alikes.js';

/**
 * Forms of imitations by brand, as described in phishing reports and in decisions on domain name disputes: typing
 * errors, exchanged letters, other scripts, and words around the brand.
 */
const imitations: Readonly<Record<string, string>> = {
  paypal: `paypai paypa1 paypaI paypall paypl papyal pyapal payapl paypol paypal-secure secure-paypal paypallogin
    paypal-verification paypa1-login my-paypal paypal-support-center account-paypal pаypal paypаl pαypal`,
  google: `gogle gooogle googel goolge googlr goog1e g00gle gooqle google-accounts accounts-google googledrive
    google-login-verify gοοgle googie`,
  microsoft: `micosoft mircosoft microsft microsotf rnicrosoft micros0ft microsoft-support microsoftonline-login
    login-microsoft microsoft365 office-microsoft microsoftsecurity mlcrosoft micrоsoft`,
  amazon: `amazn amazom arnazon amaz0n amzon amazonn amazon-prime amazon-billing prime-amazon amazon-orders amazоn
    amazon-refund amozon`,
  facebook: `facebok faceboook facebock facbook faecbook faceb00k facebook-login facebook-security facebook-help
    fаcebook faceboak facehook`,
  netflix: `netfllx netlfix nettflix neflix netfl1x netflix-billing netflix-payment update-netflix netflix-account`,
  apple: `appie aple applle app1e apple-id appleid-verify support-apple apple-support аррӏе icloud-apple`,
  wellsfargo: `welsfargo wellsfarg0 wellsfargoo wellsfarqo wellsfargo-online secure-wellsfargo vvellsfargo`,
  instagram: `lnstagram instagrarn instgram instagramm 1nstagram instagram-verify help-instagram instagam`,
  coinbase: `coinbse coinbasse c0inbase colnbase coinbase-wallet coinbase-support coinbase-recovery conibase`,
};

/** Ordinary names that contain a brand within another word, or differ from one by several letters, except `papal`. */
const ordinaryNames = `pineapple snapple grapple chapel maple papal payroll paper-mill palpay-music goggles ogles gaggle
  micros soft microbrew amazing amazement maison bookface facet notebook faceless netflow outflow fixnet appleby applesauce
  wells farther coin base coinage baseball instants instant-gram programs anagram telegram-news software-house
  paypaper cookbook handbook macro-software fargo-weather database`.split(/\s+/);

function isHit(brand: string, name: string): boolean {
  const watched = {
    name: brand,
    allowedNames: [`${brand}.com`],
    zones: null,
    kinds: defaultBrandHitKinds,
    maxDistance: 1,
    words: [],
  };
  const label = normalizeBrand(name);
  return new BrandMatcher([watched], ['com']).match({ label, zone: 'com', suffix: '.com' }).length > 0;
}

test('at least 97% of labeled imitations are hits, but no ordinary names that differ from brands by several letters', () => {
  const pairs = Object.entries(imitations).flatMap(([brand, names]) =>
    names.split(/\s+/).map((name) => [brand, name] as const),
  );
  const missedImitations = pairs.filter(([brand, name]) => !isHit(brand, name));
  expect(missedImitations.length / pairs.length, JSON.stringify(missedImitations)).toBeLessThanOrEqual(0.03);
  const falsePositives = Object.keys(imitations).flatMap((brand) => ordinaryNames.filter((name) => isHit(brand, name)));
  // One letter away from a brand.
  expect(falsePositives).toEqual(['papal']);
});
