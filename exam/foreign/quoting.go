// A quoting service for four lines of insurance, written from the interface specification alone, with the standard library of Go.
//
// Its own choices: resources stand bare in the answer, drafts have an id and contracts a number, creations answer 201 where the
// specification leaves the status open, faults are problem documents, updates are merged into the draft, a motor gap draft is only
// validated when it is priced, and a draft that became a contract no longer changes.
//
//	go run quoting.go OWNER_TOKEN OTHER_TOKEN NO_RIGHTS_TOKEN [BUG]      prints its address, serves until it is killed
//
// BUG plants one of the faults that first drafts of such services have.
package main

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/mail"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

var bugs = []string{
	"no-version", "any-one-version", "no-rights", "foreign-read", "any-language", "impossible-dates",
	"unknown-id-500", "lead-without-email", "forged-terms", "lost-update", "second-gap-contract", "deleted-car-stays",
}

// The planted fault, empty in a service that is meant to be right.
var bug string

// Forms of the bodies, row by row as the specification lists them: the path of a field, ! when it is required in its object, [] when
// it is a list, and its kind. A kind is a basic type, one of the forms in matches, the listed values, or another form behind a $.
var tables = map[string]string{
	"amount":   "currency! EUR; value! int",
	"address":  "city! text; country! code; number text; street! text; zip! text",
	"contact":  "email text; phone text", // the address is judged when a mail is due, or a contract
	"person":   "birthdate date; firstName! text; lastName! text; title text",
	"company":  "firstName text; lastName text; name! text; title text; vat text",
	"keyvalue": "key! text; value! text",
	"holder":   "address $address; billingAddress $address; company $company; contact $contact; person $person",
	"job": `employeeStatus employee|self-employed|governmentOfficial; isAwareOfImpendingJobloss bool; isPermanentContract bool
		willUnregisterSocialFundIfClaim bool; workingAtLeast16Hours bool; employer text; industry text; jobTitle text`,
	"insured": "birthdate date; firstName text; lastName text; title text; vat text",
	"jobloss": `language nl|fr|en; metadata[] $keyvalue; policyholder.address $address; policyholder.billingAddress $address
		policyholder.contact $contact; policyholder.person $insured; risk.insuredJob $job
		terms.claimLimit.currency! EUR; terms.claimLimit.value! limit; terms.commercialName text
		terms.requestPaperCopy bool; terms.startDate date; terms.variant JOBLOSS6|JOBLOSS12`,
	"travel": `language nl|fr|en; policyholder $holder; risk.isCarsAgeElligible bool
		terms.familySituation individual|couple|family; terms.hasAccidentProtection bool; terms.hasBaggageProtection bool
		terms.hasRoadsideAssistance bool; terms.requestPaperCopy bool; terms.startDate date; terms.variant standard|premium`,
	"lessor": `birthdate! date; firstName! text; lastName! text; status owner|representative; title text`,
	"lettingcompany": `billingAddress $address; billingAddressSameAsCompany bool; firstName text; lastName text; name! text
		status owner|representative; title text; vat vat`,
	"property": `address $address; monthlyCharges $amount; monthlyRent $amount; secondType flat|house|studio
		surfaceArea.unit m2; surfaceArea.value int; type residential`,
	"landlord": `language nl-BE|fr-BE|en-BE; policyholder.address $address; policyholder.contact $contact
		policyholder.company $lettingcompany; policyholder.person $lessor; risk.alreadyOccupied bool; risk.insuredProperty $property
		risk.minimumSixMonthsTenancy bool; risk.noIncidentInSixMonths bool; risk.tenancyAgreementRegistered bool
		risk.willCheckRentAndChargesBalance bool; risk.willMakeBackgroundCheck bool; risk.willSignTenancyAgreement bool
		terms.requestPaperCopy bool; terms.startDate date; terms.variant BASIC|CLASSIC|PREMIUM`,
	"driver": "contact.email email; contact.phone text; numberOfClaimsLast5Years 0|1|2|3+; person $person",
	"casco":  "deductible! $amount; fullProtectionDuration int; depreciationRate.numerator! int; depreciationRate.denominator divisor",
	"vehicle": `cascoInsurerCompany insurer; firstRegistrationYear year
		details.code! text; details.codeType! NAT; details.country! code; details.vehicleType! 10|20
		identification.registration.country! text; identification.registration.plate! text
		identification.vin text; identification.willProvideLater bool
		invoice.isPurchasedInLast6Months bool; invoice.purchasedDate date; invoice.purchasedPriceIncludingVat! $amount`,
	"gap": `language nl|fr|en; partnerReference[] $keyvalue; policyholder $holder; whiteLabelId text
		risk.cascoFactors $casco; risk.drivers[] $driver; risk.vehicle $vehicle
		terms.claimLimit $amount; terms.requestPaperCopy bool; terms.startDate date; terms.variant GAP12|GAP24|GAP36|GAP48|GAP60`,
	"lead":       "transport EMAIL; partnerReference[] $keyvalue",
	"priceorder": "partnerReference[] $keyvalue",
	"purchase":   "paymentTerm text; transactionAmount $amount; userTermsToken! text",
	"any":        "",
	"car":        "make text; model text; plate text",
	"traveller":  "firstName text; lastName text; birthdate date",
}

// A node is a field of a form: an object where it has fields, else a value of its kind.
type node struct {
	kind           string
	required, list bool
	fields         map[string]*node
}

func form(name string) *node {
	root := &node{fields: map[string]*node{}}
	for _, row := range strings.FieldsFunc(tables[name], func(r rune) bool { return r == ';' || r == '\n' }) {
		path, kind, found := strings.Cut(strings.TrimSpace(row), " ")
		if !found {
			continue
		}
		at := root
		for _, key := range strings.Split(path, ".") {
			key, list := strings.CutSuffix(key, "[]")
			key, required := strings.CutSuffix(key, "!")
			if at.fields[key] == nil {
				at.fields[key] = &node{required: required, list: list, fields: map[string]*node{}}
			}
			at = at.fields[key]
		}
		if shared, isForm := strings.CutPrefix(kind, "$"); isForm {
			at.fields = form(shared).fields
		} else {
			at.kind = kind
		}
	}
	return root
}

var forms = map[string]*node{}

type problem struct {
	status int
	detail string
}

func (p problem) Error() string { return p.detail }

func refuse(status int, format string, args ...any) error {
	return problem{status, fmt.Sprintf(format, args...)}
}

// An object of JSON. Paths are written with dots.
type object map[string]any

func (o object) at(path string) any {
	var value any = map[string]any(o)
	for _, key := range strings.Split(path, ".") {
		inner, _ := value.(map[string]any)
		value = inner[key]
	}
	return value
}

func (o object) has(path string) bool { return o.at(path) != nil }

func (o object) text(path string) string {
	value, _ := o.at(path).(string)
	return value
}

func (o object) number(path string) int64 {
	value, _ := o.at(path).(json.Number)
	number, _ := value.Int64()
	return number
}

func isDate(text string) bool {
	_, err := time.Parse(time.DateOnly, text)
	if bug == "impossible-dates" {
		return shape("^[0-9]{4}-[0-9]{2}-[0-9]{2}$")(text)
	}
	return err == nil
}

func isEmail(text string) bool {
	address, err := mail.ParseAddress(text)
	return err == nil && address.Address == text
}

func shape(pattern string) func(string) bool { return regexp.MustCompile(pattern).MatchString }

var matches = map[string]func(value string) bool{
	"text":  func(string) bool { return true },
	"code":  shape("^[A-Za-z]{2}$"),
	"year":  shape("^[0-9]{4}$"),
	"vat":   shape("^BE[0-9]+$"),
	"date":  isDate,
	"email": isEmail,
	// The specification prints one of the 18 names; the others are those of the market.
	"insurer": shape("^(AG|Allianz|Ardenne Prévoyante|Argenta|AXA|Baloise|Belfius|DVV|Ethias|Federale|Fidea|Generali|KBC|P&V|" +
		"Touring|Vivium|Yuzzu|Other)$"),
}

// fits tells whether a value is of a kind.
func fits(kind string, value any) bool {
	switch value := value.(type) {
	case bool:
		return kind == "bool"
	case json.Number:
		number, err := value.Int64()
		offered := number == 100000 || number == 200000 || number == 300000 || number == 500000
		return err == nil && (kind == "int" || kind == "divisor" && number != 0 || kind == "limit" && offered)
	case string:
		if matching := matches[kind]; matching != nil {
			return matching(value)
		}
		if bug == "any-language" && strings.HasPrefix(kind, "nl") {
			return true
		}
		return slices.Contains(strings.Split(kind, "|"), value) && !slices.Contains([]string{"bool", "int", "divisor", "limit"}, kind)
	}
	return false
}

// check compares a value with its place in a form. Fields that the form does not know are left alone.
func (n *node) check(value any, place string) error {
	if n.list {
		items, isList := value.([]any)
		if !isList {
			return refuse(400, "%s must be a list", place)
		}
		for i, item := range items {
			if err := (&node{kind: n.kind, fields: n.fields}).check(item, fmt.Sprintf("%s/%d", place, i)); err != nil {
				return err
			}
		}
		return nil
	}
	given, isObject := value.(map[string]any)
	if n.kind == "" && !isObject || n.kind != "" && !fits(n.kind, value) {
		return refuse(400, "%s has a value that is not allowed", place)
	}
	for name, field := range n.fields {
		if given[name] == nil {
			if field.required {
				return refuse(400, "%s/%s is missing", place, name)
			}
		} else if err := field.check(given[name], place+"/"+name); err != nil {
			return err
		}
	}
	return nil
}

// ruleFault holds the business rules that are judged when a price is asked for.
func (l *line) ruleFault(o object) error {
	status := o.text("risk.insuredJob.employeeStatus")
	employed := status != "" && status != "self-employed"
	roadside := o.at("terms.hasRoadsideAssistance") == true
	both := o.has("policyholder.person") && o.has("policyholder.company")
	identified, _ := o.at("risk.vehicle.identification").(map[string]any)
	occupied := o.at("risk.alreadyOccupied")
	answers := map[any]string{
		true:  "minimumSixMonthsTenancy noIncidentInSixMonths tenancyAgreementRegistered",
		false: "willCheckRentAndChargesBalance willMakeBackgroundCheck willSignTenancyAgreement",
	}[occupied]
	unanswered := slices.ContainsFunc(strings.Fields(answers), func(name string) bool { return !o.has("risk." + name) })
	for _, rule := range []struct {
		lines  string
		broken bool
		detail string
	}{
		{"jobloss", status == "self-employed" && o.has("risk.insuredJob.isPermanentContract"), "isPermanentContract is for employees"},
		{"jobloss", employed && o.has("risk.insuredJob.willUnregisterSocialFundIfClaim"), "employees have no social fund to leave"},
		{"jobloss", employed && o.text("risk.insuredJob.employer") == "", "the employer is missing"},
		{"travel", roadside && o.at("risk.isCarsAgeElligible") != true, "roadside assistance needs cars of an eligible age"},
		{"landlord", unanswered, "an answer about the tenancy is missing"},
		{"gap", len(identified) > 1, "a vehicle is identified in one way"},
		{"gap", !o.has("risk.vehicle.details"), "the details of the vehicle are needed for a price"},
		{"travel landlord gap", both, "a policyholder is a person or a company"},
	} {
		if rule.broken && strings.Contains(rule.lines, l.name) {
			return refuse(402, "%s", rule.detail)
		}
	}
	return nil
}

// premium is what a year costs, in hundredths of EUR.
func (l *line) premium(o object) int64 {
	variant := o.text("terms.variant")
	switch l.name {
	case "jobloss":
		return 12000 + o.number("terms.claimLimit.value")/50 + map[string]int64{"JOBLOSS12": 5400}[variant]
	case "travel":
		price := 8000 + map[string]int64{"couple": 5900, "family": 9500}[o.text("terms.familySituation")]
		for _, extra := range []string{"hasAccidentProtection", "hasBaggageProtection", "hasRoadsideAssistance"} {
			if o.at("terms."+extra) == true {
				price += 2950
			}
		}
		return price + map[string]int64{"premium": price / 2}[variant]
	case "landlord":
		return 9900 + (o.number("risk.insuredProperty.monthlyRent.value")+o.number("risk.insuredProperty.monthlyCharges.value"))/8
	}
	months, _ := strconv.ParseInt(strings.TrimPrefix(variant, "GAP"), 10, 64)
	price := 15000 + 275*months + o.number("terms.claimLimit.value")/100
	price += o.number("risk.vehicle.invoice.purchasedPriceIncludingVat.value") / 200
	price -= o.number("risk.cascoFactors.deductible.value") / 100
	divisor := o.number("risk.cascoFactors.depreciationRate.denominator")
	if divisor == 0 {
		divisor = 1
	}
	return max(price+1000*o.number("risk.cascoFactors.depreciationRate.numerator")/divisor, 2500)
}

// Lines and drafts.

type line struct {
	name, prefix, contracts string
	termsBy                 string // method of the token terms
	createStatus            int
	drafts                  map[string]*draft
	sold                    map[string]*draft
}

type draft struct {
	id, owner        string
	content          object
	created, changed time.Time
	price            int64 // what the newest price request asks for; 0 without one, or when the draft changed since
	priceUntil       time.Time
	tokens           map[string]bool
	contract         int
	items            map[string]map[string]object // by kind and id
	persons          int                          // handed out, as persons are counted within their draft
}

// merged is the content with a change: objects are merged, everything else is replaced, and null takes a field away.
func merged(content, change map[string]any) map[string]any {
	result := map[string]any{}
	for name, value := range content {
		result[name] = value
	}
	for name, value := range change {
		inner, isObject := value.(map[string]any)
		switch {
		case value == nil:
			delete(result, name)
		case isObject:
			before, _ := result[name].(map[string]any)
			result[name] = merged(before, inner)
		default:
			result[name] = value
		}
	}
	return result
}

// Service.

var (
	owner, other, noRights string
	mutex                  sync.Mutex
	lastNumber, lastCar    = 48_100_000, 0
)

// A call carries what the handlers of one request need; its draft is set where the path names one.
type call struct {
	*http.Request
	w      http.ResponseWriter
	line   *line
	caller string
	draft  *draft
	kind   string // of the items that the path names
	given  object
}

type handler func(c *call) error

func (c *call) send(status int, body any) error {
	if body == nil {
		c.w.WriteHeader(status)
		return nil
	}
	c.w.Header().Set("Content-Type", "application/json")
	c.w.WriteHeader(status)
	return json.NewEncoder(c.w).Encode(body)
}

// modified answers 200 with the moment of the change.
func (c *call) modified(body any) error {
	c.w.Header().Set("Last-Modified", time.Now().UTC().Format(http.TimeFormat))
	return c.send(200, body)
}

// reads takes the object of a request and checks its form. A body that may be left out counts as an empty object.
func reads(form string, optional bool) handler {
	return func(c *call) error {
		raw, err := io.ReadAll(http.MaxBytesReader(c.w, c.Body, 1<<20))
		if err != nil {
			return refuse(413, "the body is too large or broken off")
		}
		if optional && len(bytes.TrimSpace(raw)) == 0 {
			raw = []byte("{}")
		}
		decoder := json.NewDecoder(bytes.NewReader(raw))
		decoder.UseNumber() // large integers keep their digits
		if err := decoder.Decode(&c.given); err != nil || c.given == nil || decoder.More() {
			return refuse(400, "the body must be one object of JSON")
		}
		return forms[form].check(map[string]any(c.given), "")
	}
}

var jobFlags = map[string]bool{
	"isAwareOfImpendingJobloss": false, "workingAtLeast16Hours": true,
	"isPermanentContract": true, "willUnregisterSocialFundIfClaim": true,
}

// written judges the content of a draft. Motor gap updates list no 400, so those drafts are judged when a price is asked for.
func (c *call) written(content object) error {
	if c.line.name == "gap" {
		return nil
	}
	for flag, due := range jobFlags {
		if value := content.at("risk.insuredJob." + flag); c.line.name == "jobloss" && value == !due {
			return refuse(400, "/risk/insuredJob/%s must be %t", flag, due)
		}
	}
	return forms[c.line.name].check(map[string]any(content), "")
}

func (c *call) show(content object) object {
	d := c.draft
	if c.line.name != "landlord" {
		return object{"id": d.id, "createdAt": d.created.Format(time.RFC3339), "sold": d.contract != 0}
	}
	created, changed := d.created.Format(time.RFC3339Nano), d.changed.Format(time.RFC3339Nano)
	return merged(content, object{"draftId": d.id, "createdAt": created, "updatedAt": changed})
}

func createDraft(c *call) error {
	content := merged(nil, c.given)
	if err := c.written(content); err != nil {
		return err
	}
	d := &draft{id: strings.ToLower(rand.Text()[:20]), owner: c.caller, content: content, created: time.Now().UTC()}
	d.changed, d.tokens = d.created, map[string]bool{}
	d.items = map[string]map[string]object{"cars": {}, "persons": {}, "metadata": {}}
	c.draft, c.line.drafts[d.id] = d, d
	return c.send(c.line.createStatus, c.show(content))
}

func getDraft(c *call) error { return c.send(200, c.show(c.draft.content)) }

// open refuses to change what was sold.
func open(c *call) error {
	if c.draft.contract != 0 {
		return refuse(409, "the draft became contract %d", c.draft.contract)
	}
	return nil
}

func updateDraft(c *call) error {
	content := merged(c.draft.content, c.given)
	if err := c.written(content); err != nil {
		return err
	}
	if c.line.premium(content) != c.line.premium(c.draft.content) {
		c.draft.price = 0
	}
	if c.line.name != "landlord" || bug != "lost-update" {
		c.draft.content, c.draft.changed = content, time.Now().UTC()
	}
	if c.line.name == "gap" {
		return c.modified(nil)
	}
	return c.modified(c.show(content))
}

// priced refuses a draft that has no price, for its form or for a business rule.
func priced(c *call) error {
	if err := forms[c.line.name].check(map[string]any(c.draft.content), ""); err != nil {
		return err
	}
	return c.line.ruleFault(c.draft.content)
}

func priceInfo(c *call) error {
	return c.send(200, object{"from": euros(c.line.premium(c.draft.content))})
}

func euros(value int64) object { return object{"currency": "EUR", "value": value} }

func untaxed(value int64) int64 { return value * 100 / 109 }

func detail(value int64) object {
	return object{"taxes": value - untaxed(value), "withTaxes": value, "withoutTaxes": untaxed(value)}
}

func requestPrice(c *call) error {
	value, until := c.line.premium(c.draft.content), time.Now().UTC().AddDate(0, 0, 30)
	c.draft.price, c.draft.priceUntil = value, until
	price, entries := object{"priceRequestId": rand.Text(), "validUntil": until.Format(time.RFC3339)}, []object{}
	switch c.line.name {
	case "gap":
		price["premium"] = object{"net": euros(untaxed(value)), "tax": euros(value - untaxed(value)), "gross": euros(value)}
		return c.modified(price)
	case "travel":
		price["toPay"] = value
		return c.send(201, price)
	case "jobloss":
		for i, variant := range []string{"JOBLOSS-A", "JOBLOSS-B"} {
			year := value + int64(i)*1800
			entries = append(entries, object{"variant": variant, "claimLimit": euros(int64(i+1) * 100000),
				"premiumTax": euros(year - untaxed(year)), "pricePerYearWithTax": euros(year), "totalPerYearWithTax": euros(year)})
		}
	case "landlord":
		price["currency"] = "EUR"
		for i, variant := range []string{"BASIC", "CLASSIC", "PREMIUM"} {
			year := detail(value + int64(i)*2500)
			cover := object{"claimLimit": 500000, "paperFee": detail(0), "yearlyPremium": year, "totalPrice": year}
			entries = append(entries, object{"variant": variant, "landlord": cover, "totalPackage": object{"totalPrice": year}})
		}
	}
	price["prices"] = entries
	return c.send(201, price)
}

func showTerms(c *call) error {
	token := rand.Text()
	c.draft.tokens[token] = true
	document := object{"title": "User terms", "edition": "2024-11", "href": "https://terms.example/2024-11.pdf"}
	return c.send(200, object{"documents": []any{document}, "acknowledgement": token})
}

func sendLead(c *call) error {
	email := c.draft.content.text("policyholder.contact.email")
	if email == "" && bug == "lead-without-email" {
		email = "nobody@example.com"
	}
	if c.given.has("transport") && !isEmail(email) {
		return refuse(402, "the policyholder has no valid e-mail address")
	}
	return c.send(map[string]int{"travel": 200, "gap": 200, "jobloss": 202, "landlord": 202}[c.line.name], nil)
}

// sellable asks what depends on the day of the purchase, or is asked at the contract at the latest.
func sellable(c *call) error {
	content := c.draft.content
	if email := content.text("policyholder.contact.email"); email != "" && !isEmail(email) {
		return refuse(422, "the policyholder's e-mail address is not valid")
	}
	start, err := time.Parse(time.DateOnly, content.text("terms.startDate"))
	if err == nil && c.line.name != "gap" && start.After(time.Now().UTC().AddDate(0, 0, 30)) {
		return refuse(422, "the policy starts more than 30 days after its purchase")
	}
	return nil
}

// buy makes the contract. Motor gap and travel are paid at once, so these ask how and how much.
func buy(c *call) error {
	purchase := c.given
	if !c.draft.tokens[purchase.text("userTermsToken")] && bug != "forged-terms" {
		return refuse(422, "this draft has no such acknowledgement of the user terms")
	}
	paid := c.line.name == "gap" || c.line.name == "travel"
	if paid && !slices.Contains([]string{"MONTHLY", "YEARLY"}, purchase.text("paymentTerm")) || paid && !purchase.has("transactionAmount") {
		return refuse(422, "paymentTerm is MONTHLY or YEARLY, and transactionAmount is what is paid")
	}
	if c.line.name != "gap" && c.draft.contract != 0 {
		return open(c)
	}
	if c.draft.contract == 0 || bug == "second-gap-contract" {
		if paid && (c.draft.price != purchase.number("transactionAmount.value") || time.Now().After(c.draft.priceUntil)) {
			return refuse(409, "the amount is not that of a valid price request")
		}
		lastNumber++
		c.draft.contract, c.line.sold[strconv.Itoa(lastNumber)] = lastNumber, c.draft
	}
	path := fmt.Sprintf("/BE/%s/%s/%d", c.line.prefix, c.line.contracts, c.draft.contract)
	c.w.Header().Set("Location", "http://"+c.Host+path)
	if c.line.name == "gap" {
		return c.send(303, nil)
	}
	return c.send(201, object{"number": c.draft.contract})
}

func paymentStatus(c *call) error {
	return c.send(200, object{"state": "pending", "contracted": c.draft.contract != 0})
}

// ofContract finds the contract of the path, under the same secrecy as a draft.
func ofContract(c *call) error {
	c.draft = c.line.sold[c.PathValue("contract")]
	if c.draft == nil || c.draft.owner != c.caller {
		return refuse(404, "there is no such contract")
	}
	return nil
}

func getContract(c *call) error {
	return c.send(200, object{"number": json.Number(c.PathValue("contract")), "draft": c.draft.id, "status": "active"})
}

func downloadContract(c *call) error {
	c.w.Header().Set("Content-Type", "application/pdf")
	_, err := fmt.Fprintf(c.w, "%%PDF-1.4\n%% contract %d\n%%%%EOF\n", c.draft.contract)
	return err
}

// Cars, persons and metadata of a travel draft. Cars are numbered throughout, persons within their draft, and metadata is known by
// its key.

func shown(kind, id string, item object) object {
	if kind == "metadata" {
		return object{"key": id, "value": item["value"]}
	}
	number, _ := strconv.Atoi(id)
	return merged(item, object{"id": number})
}

func addItem(c *call) error {
	id := c.given.text("key")
	switch c.kind {
	case "cars":
		lastCar++
		id = strconv.Itoa(lastCar)
	case "persons":
		c.draft.persons++
		id = strconv.Itoa(c.draft.persons)
	}
	if c.draft.items[c.kind][id] != nil {
		return refuse(409, "the key is in use")
	}
	c.draft.items[c.kind][id] = c.given
	if c.kind == "cars" {
		return c.modified(shown(c.kind, id, c.given))
	}
	return c.send(201, shown(c.kind, id, c.given))
}

func ofItem(c *call) error {
	if c.draft.items[c.kind][c.PathValue("item")] == nil {
		return refuse(404, "the draft has no such item")
	}
	return nil
}

func putItem(c *call) error {
	id := c.PathValue("item")
	if c.kind == "metadata" && c.given.text("key") != id {
		return refuse(400, "the key is not that of the path")
	}
	c.draft.items[c.kind][id] = c.given
	return c.modified(shown(c.kind, id, c.given))
}

func deleteItem(c *call) error {
	id := c.PathValue("item")
	item := c.draft.items[c.kind][id]
	if c.kind != "cars" || bug != "deleted-car-stays" {
		delete(c.draft.items[c.kind], id)
	}
	if c.kind == "persons" {
		return c.send(204, nil)
	}
	return c.modified(shown(c.kind, id, item))
}

// The checks that every call passes.

func identify(c *call) error {
	scheme, token, _ := strings.Cut(c.Header.Get("Authorization"), " ")
	version := c.Header.Get("Service-Api-Version")
	if bug == "no-version" || bug == "any-one-version" && strings.HasPrefix(version, "1") {
		version = "1.0"
	}
	c.caller = token
	switch {
	case !strings.EqualFold(scheme, "Bearer") || !slices.Contains([]string{owner, other, noRights}, token):
		c.w.Header().Set("WWW-Authenticate", "Bearer")
		return refuse(401, "a valid bearer token is needed")
	case token == noRights && bug != "no-rights":
		return refuse(403, "this client has no rights here")
	case version != "1.0":
		return refuse(400, "Service-Api-Version must be 1.0")
	case !strings.EqualFold(c.PathValue("country"), "BE"):
		return refuse(404, "this line is not sold in this country")
	}
	return nil
}

// ofDraft finds the draft of the path. The draft of another client is as unknown as one that never was.
func ofDraft(c *call) error {
	c.draft = c.line.drafts[c.PathValue("draft")]
	if c.draft == nil && bug == "unknown-id-500" {
		return refuse(500, "nil pointer")
	}
	if c.draft == nil || c.draft.owner != c.caller && (bug != "foreign-read" || c.Method != "GET") {
		return refuse(404, "there is no such draft")
	}
	return nil
}

func (l *line) route(mux *http.ServeMux, method, path string, steps ...handler) {
	mux.HandleFunc(method+" /{country}/"+l.prefix+path, func(w http.ResponseWriter, r *http.Request) {
		mutex.Lock()
		defer mutex.Unlock()
		c := &call{Request: r, w: w, line: l}
		for _, step := range append([]handler{identify}, steps...) {
			err := step(c)
			if err == nil {
				continue
			}
			fault := problem{500, err.Error()}
			errors.As(err, &fault)
			w.Header().Set("Content-Type", "application/problem+json")
			w.WriteHeader(fault.status)
			title := http.StatusText(fault.status)
			_ = json.NewEncoder(w).Encode(object{"title": title, "status": fault.status, "detail": fault.detail})
			return
		}
	})
}

func (l *line) routes(mux *http.ServeMux) {
	l.drafts, l.sold = map[string]*draft{}, map[string]*draft{}
	one, order := "/drafts/{draft}", reads("priceorder", true)
	buying := []handler{ofDraft, reads("purchase", false), priced, sellable, buy}
	l.route(mux, "POST", "/drafts", reads("any", l.name == "gap"), createDraft)
	l.route(mux, "GET", one, ofDraft, getDraft)
	l.route(mux, "PUT", one, ofDraft, open, reads("any", false), updateDraft)
	l.route(mux, "POST", one+"/price-requests", ofDraft, order, priced, requestPrice)
	l.route(mux, l.termsBy, one+"/token-terms", ofDraft, showTerms)
	l.route(mux, "POST", one+"/leads", ofDraft, reads("lead", true), sendLead)
	l.route(mux, "GET", "/"+l.contracts+"/{contract}", ofContract, getContract)
	if l.name == "gap" {
		l.route(mux, "POST", one+"/to-contract", buying...)
		return
	}
	l.route(mux, "POST", one+"/contract", buying...)
	l.route(mux, "GET", one+"/payment/status", ofDraft, paymentStatus)
	l.route(mux, "GET", "/"+l.contracts+"/{contract}/download", ofContract, downloadContract)
	if l.name != "travel" {
		return
	}
	l.route(mux, "POST", one+"/price-info", ofDraft, order, priced, priceInfo)
	for kind, form := range map[string]string{"cars": "car", "persons": "traveller", "metadata": "keyvalue"} {
		of, all := func(c *call) error { c.kind = kind; return nil }, one+"/"+kind
		l.route(mux, "POST", all, ofDraft, open, of, reads(form, false), addItem)
		l.route(mux, "PUT", all+"/{item}", ofDraft, open, of, ofItem, reads(form, false), putItem)
		l.route(mux, "DELETE", all+"/{item}", ofDraft, open, of, ofItem, deleteItem)
	}
}

func main() {
	log.SetFlags(0)
	if len(os.Args) < 4 || len(os.Args) > 5 {
		log.Print("usage: quoting OWNER_TOKEN OTHER_TOKEN NO_RIGHTS_TOKEN [BUG]")
		os.Exit(2)
	}
	owner, other, noRights = os.Args[1], os.Args[2], os.Args[3]
	if bug = strings.Join(os.Args[4:], ""); bug != "" && !slices.Contains(bugs, bug) {
		log.Printf("%q is no bug; there are %s", bug, strings.Join(bugs, ", "))
		os.Exit(2)
	}
	for name := range tables {
		forms[name] = form(name)
	}
	mux := http.NewServeMux()
	for _, l := range []*line{
		{name: "jobloss", termsBy: "POST", prefix: "lifestyle/jobloss", contracts: "contracts", createStatus: 201},
		{name: "travel", termsBy: "POST", prefix: "lifestyle/travel", contracts: "contracts", createStatus: 200},
		{name: "landlord", termsBy: "GET", prefix: "home/landlord", contracts: "contract", createStatus: 200},
		{name: "gap", termsBy: "GET", prefix: "motor/gap", contracts: "contracts", createStatus: 201},
	} {
		l.routes(mux)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("http://%s\n", listener.Addr())
	log.Fatal(http.Serve(listener, mux))
}
