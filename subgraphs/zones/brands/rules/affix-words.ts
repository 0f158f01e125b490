/** Hostnames such as `www` that precede a brand with the dot omitted: `wwwacme`, `login-acme`. */
export const hostWords: readonly string[] = words(`
  admin api app apps assets auth autodiscover beta blog cdn chat checkout cloud community cpanel crm demo dev direct
  docs download downloads edge email files forum ftp git gateway help helpdesk home hosting http https id images imap
  info intranet jira jobs kb live local login logins m mail mail1 mail2 mailer media meet mobile mx my news ns ns1 ns2
  online owa partner partners pay pop portal preview proxy remote s3 secure server shop signin sip sites smtp soc ssl
  sso staff stage staging static stats status store support team test time track training uat update upload videos vpn
  web webdav webmail wiki ww www www1 www2 www3 wwww`);

/** Words that phishing and fraud domains add to a brand. */
export const affixWords: readonly string[] = words(`
  https-www http-www access account accounts activate activation advice agree agency alert alerts android apk apply
  approval asset assist
  assistance asia authenticate authentication authorize authorized award backup bank banking benefit benefits best bill
  billing billings bit blue bonus book booking box broker business buy call cancel card cards care careers cart case cash
  center centre central certificate chain change charge cheap check choose city claim claims class clearance click client
  clients cl code coin company com confirm confirmation confirmed connect consulting contact control corp corporate
  coupon credit crypto customer customers customerservice cyber data date deal deals debit deliver delivery deposit
  desk desktop device digital discount dispatch dispute document documents domain donate drive easy employee enroll
  enterprise erp exchange express extra family fan fast fee feedback fi file finance financial find fix for fraud free
  fund funds game games get gift giftcard global go gov gratis group groups guard guide health helper helpline
  holding holdings hotline hq hr identity inc infos inquiry install insurance insure int international invest
  investing investment investments investor invite invoice invoices ios it job join key kyc law lab labs legal licence
  license limited link links llc loan loans lock locked log logistics logon loyalty ltd mailbox maintenance manage
  management manager market marketing marketplace max member members membership message messages messenger meta mini
  mining money more nation national net network new next nft note notice notification now number office official
  offers offer one onlineservices open order orders original outlet page paid parcel pass passcode password
  payee payment payments payout payroll people personal phone pin plan platform plus point points policy post prepaid
  premium prime private prize pro product products profile promo promotion protect protected protection public purchase
  quick raffle real receipt recover recovery redeem refund refunds region register registration registry release renew
  renewal report request resend reset resolution resolve restore return returns review reward rewards safe safety sale
  sales save savings school scan search security secured sec secureserver see send serve service services session
  settings settlement setup share shares ship shipping shopping sign signon signup site sms social software solution
  solutions special stake staking start statement stock stocks storage stream studio subscribe subscription suite
  summary supply supports survey suspended swap sync system systems tax taxes tech technology term terms tickets ticket
  the token tokens tool tools top total tracking trade trader trading transaction transactions transfer transfers
  travel trust try unlock updates upgrade urgent us usa use user users validate validation vault verified verify
  verification verifying view vip virtual visa voice wallet warning warranty watch website welcome win winner wire with
  work world your
  actif active activite agent autoryzacja bleu carte compte enligne fr gerer gouv groupe index konto le logowanie ma menu
  mon moncompte portail`);

/** Zones whose names follow a brand with the dot omitted: `acmecom`, `acme-co-uk`. */
export const commonZones: readonly string[] = words(`
  ac ai app at au be biz br ca cc ch club cn co com de dev edu es eu fr gov hk ie in info int io it jp kr ly me mil mobi
  mx name net nl nz online org pl pro pt ru se sg shop site store tech to tv tw ua uk us vip xyz za`);

function words(text: string): readonly string[] {
  return [...new Set(text.trim().split(/\s+/))];
}
