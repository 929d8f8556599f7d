import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;

import com.sun.net.httpserver.*;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.*;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.security.SecureRandom;
import java.time.*;
import java.time.format.*;
import java.time.temporal.ChronoUnit;
import java.util.*;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * The quoting service of the interface specification, written from the specification alone, with nothing but the JDK.
 *
 * <pre>java Quoting.java OWNER_TOKEN OTHER_TOKEN NO_RIGHTS_TOKEN [BUG]</pre>
 *
 * It prints its address as its only line and serves until it is killed. Where the specification is silent it does what a Java
 * service does by habit: a creation names its id in the Location header alone, fields that it does not know are ignored, a
 * scalar of another type is converted where that loses nothing, an update keeps the fields that it does not name, and a faulty
 * body is refused with 422 wherever no list of statuses calls for 400. BUG plants one bug of a typical first draft.
 */
public class Quoting {
    /** Each of them is switched on by one visible condition below. */
    static final List<String> BUGS = List.of(
        "no-version", "any-one-version", "no-rights", "foreign-read", "any-language", "impossible-dates", "unknown-id-500",
        "lead-without-email", "forged-terms", "lost-update", "second-gap-contract", "deleted-car-stays");

    static String planted = "", owner, other, noRights;

    static boolean bug(String id) { return planted.equals(id); }

    public static void main(String[] arguments) throws IOException {
        if (arguments.length < 3 || arguments.length > 4) {
            System.err.println("usage: java Quoting.java OWNER_TOKEN OTHER_TOKEN NO_RIGHTS_TOKEN [BUG]");
            System.exit(2);
        }
        planted = arguments.length == 4 ? arguments[3] : "";
        if (!planted.isEmpty() && !BUGS.contains(planted)) {
            System.err.println("unknown bug " + planted + "; one of: " + String.join(", ", BUGS));
            System.exit(2);
        }
        owner = arguments[0];
        other = arguments[1];
        noRights = arguments[2];
        // Without it small answers wait for the acknowledgement of the ones before.
        System.setProperty("sun.net.httpserver.nodelay", "true");
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0), 128);
        server.createContext("/", Quoting::handle);
        server.setExecutor(Executors.newFixedThreadPool(16));
        server.start();
        System.out.println("http://127.0.0.1:" + server.getAddress().getPort());
        System.out.flush();
    }

    // Refusals and answers.

    static class Refusal extends RuntimeException {
        final int status;

        Refusal(int status, String reason) {
            super(reason, null, false, false);
            this.status = status;
        }
    }

    /** A field that has not the form of its type; the operation decides which status that is. */
    static class Fault extends RuntimeException {
        Fault(String place, String reason) {
            super((place.isEmpty() ? "/" : place) + " " + reason, null, false, false);
        }
    }

    record Answer(int status, String type, byte[] body, Map<String, String> headers) {
        static Answer empty(int status) { return new Answer(status, null, new byte[0], new LinkedHashMap<>()); }

        static Answer json(int status, Object value) {
            return new Answer(status, "application/json", Json.write(value).getBytes(UTF_8), new LinkedHashMap<>());
        }

        Answer with(String name, String value) {
            headers.put(name, value);
            return this;
        }

        Answer modified() { return with("Last-Modified", now()); }
    }

    /** The service stands in Brussels and writes its winter time the whole year. */
    static String now() {
        return OffsetDateTime.now(ZoneOffset.ofHours(1)).truncatedTo(ChronoUnit.MILLIS).toString();
    }

    static Map<String, Object> map(Object... pairs) {
        Map<String, Object> made = new LinkedHashMap<>();
        for (int at = 0; at < pairs.length; at += 2) made.put((String) pairs[at], pairs[at + 1]);
        return made;
    }

    /** The value at the end of a path of keys, or null. */
    static Object at(Object value, String... keys) {
        for (String key : keys) value = value instanceof Map<?, ?> object ? object.get(key) : null;
        return value;
    }

    // JSON.

    static class Json {
        private static final int DEEPEST = 200;
        private static final Pattern NUMBER = Pattern.compile("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]{1,4})?");
        private final String text;
        private int next;

        private Json(String text) { this.text = text; }

        static Object read(byte[] raw) {
            try {
                String decoded = UTF_8.newDecoder().decode(ByteBuffer.wrap(raw)).toString();
                Json json = new Json(decoded.startsWith("\uFEFF") ? decoded.substring(1) : decoded);
                Object value = json.value(0);
                json.blanks();
                if (json.next < json.text.length()) throw json.malformed();
                return value;
            } catch (CharacterCodingException problem) {
                throw new Refusal(400, "the body is not UTF-8");
            }
        }

        private Refusal malformed() { return new Refusal(400, "the body is no JSON at character " + next); }

        private void blanks() {
            while (next < text.length() && " \t\r\n".indexOf(text.charAt(next)) >= 0) next++;
        }

        private char peek() {
            if (next >= text.length()) throw malformed();
            return text.charAt(next);
        }

        private boolean took(char wanted) {
            blanks();
            if (peek() != wanted) return false;
            next++;
            return true;
        }

        private Object value(int depth) {
            if (depth > DEEPEST) throw malformed();
            blanks();
            return switch (peek()) {
                case '{' -> object(depth);
                case '[' -> array(depth);
                case '"' -> string();
                case 't' -> word("true", Boolean.TRUE);
                case 'f' -> word("false", Boolean.FALSE);
                case 'n' -> word("null", null);
                default -> number();
            };
        }

        private Object word(String word, Object value) {
            if (!text.startsWith(word, next)) throw malformed();
            next += word.length();
            return value;
        }

        private BigDecimal number() {
            var matcher = NUMBER.matcher(text).region(next, text.length());
            if (!matcher.lookingAt()) throw malformed();
            next = matcher.end();
            return new BigDecimal(matcher.group());
        }

        private Map<String, Object> object(int depth) {
            Map<String, Object> read = new LinkedHashMap<>();
            next++;
            if (took('}')) return read;
            do {
                blanks();
                if (peek() != '"') throw malformed();
                String key = string();
                if (!took(':')) throw malformed();
                read.put(key, value(depth + 1));
            } while (took(','));
            if (!took('}')) throw malformed();
            return read;
        }

        private List<Object> array(int depth) {
            List<Object> read = new ArrayList<>();
            next++;
            if (took(']')) return read;
            do read.add(value(depth + 1)); while (took(','));
            if (!took(']')) throw malformed();
            return read;
        }

        private String string() {
            StringBuilder read = new StringBuilder();
            next++;
            for (char sign = peek(); sign != '"'; sign = peek()) {
                if (sign < ' ') throw malformed();
                next++;
                read.append(sign == '\\' ? escaped() : sign);
            }
            next++;
            return read.toString();
        }

        private char escaped() {
            char kind = peek();
            next++;
            int plain = "\"\\/bfnrt".indexOf(kind);
            if (plain >= 0) return "\"\\/\b\f\n\r\t".charAt(plain);
            if (kind != 'u' || next + 4 > text.length()) throw malformed();
            String code = text.substring(next, next += 4);
            if (!code.matches("[0-9A-Fa-f]{4}")) throw malformed();
            return (char) Integer.parseInt(code, 16);
        }

        /** Fields without a value are left out. */
        static String write(Object value) {
            if (value instanceof Map<?, ?> object)
                return object.entrySet().stream().filter(entry -> entry.getValue() != null)
                    .map(entry -> write(entry.getKey()) + ":" + write(entry.getValue())).collect(joining(",", "{", "}"));
            if (value instanceof List<?> list) return list.stream().map(Json::write).collect(joining(",", "[", "]"));
            return value instanceof String string ? quoted(string) : String.valueOf(value);
        }

        private static String quoted(String value) {
            StringBuilder quoted = new StringBuilder("\"");
            for (char sign : value.toCharArray()) {
                // A surrogate may stand alone, which UTF-8 cannot write.
                if (sign < ' ' || Character.isSurrogate(sign)) quoted.append(String.format("\\u%04x", (int) sign));
                else if (sign == '"' || sign == '\\') quoted.append('\\').append(sign);
                else quoted.append(sign);
            }
            return quoted.append('"').toString();
        }
    }

    // Types of fields. Each of them gives the value as the service keeps it, or throws a Fault.

    interface Type {
        Object bind(Object value, String place);
    }

    static final Type TEXT = (value, place) -> {
        if (value instanceof String) return value;
        if (value instanceof BigDecimal || value instanceof Boolean) return value.toString();
        throw new Fault(place, "is no text");
    };

    static final Type FLAG = (value, place) -> {
        if (value instanceof Boolean) return value;
        if ("true".equals(value) || "false".equals(value)) return Boolean.valueOf((String) value);
        throw new Fault(place, "is neither true nor false");
    };

    static final Type INTEGER = (value, place) -> {
        try {
            if (value instanceof BigDecimal number) return number.longValueExact();
            if (value instanceof String digits) return Long.valueOf(digits);
        } catch (ArithmeticException | NumberFormatException problem) {
            // It has a fraction or is out of range.
        }
        throw new Fault(place, "is no integer");
    };

    static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("uuuu-MM-dd");

    static final Type DATE = text(value -> {
        try {
            LocalDate.parse(value, DAY.withResolverStyle(bug("impossible-dates") ? ResolverStyle.SMART : ResolverStyle.STRICT));
            return value.length() == 10;
        } catch (DateTimeParseException problem) {
            return false;
        }
    }, "is no date");

    @SuppressWarnings("unchecked")
    static <T> Type limited(Type type, Predicate<T> legal, String fault) {
        return (value, place) -> {
            Object bound = type.bind(value, place);
            if (!legal.test((T) bound)) throw new Fault(place, fault);
            return bound;
        };
    }

    static Type text(Predicate<String> legal, String fault) { return limited(TEXT, legal, fault); }
    static Type integer(Predicate<Long> legal, String fault) { return limited(INTEGER, legal, fault); }

    static Type matching(String pattern) {
        return text(Pattern.compile(pattern).asMatchPredicate(), "has not the form " + pattern);
    }

    static Type oneOf(String... values) {
        Set<String> listed = Set.of(values);
        return text(listed::contains, "is none of " + String.join(", ", values));
    }

    static Type language(String... values) {
        Type listed = oneOf(values);
        return (value, place) -> (bug("any-language") ? TEXT : listed).bind(value, place);
    }

    static Type listOf(Type type) {
        return (value, place) -> {
            if (!(value instanceof List<?> items)) throw new Fault(place, "is no list");
            List<Object> bound = new ArrayList<>();
            for (Object item : items) bound.add(type.bind(item, place + "/" + bound.size()));
            return bound;
        };
    }

    /** Pairs of a name and its type; a name that ends in ! is required. Null is as good as absent, unknown fields are dropped. */
    static Type object(Object... fields) {
        return (value, place) -> {
            if (!(value instanceof Map<?, ?> given)) throw new Fault(place, "is no object");
            Map<String, Object> bound = new LinkedHashMap<>();
            for (int at = 0; at < fields.length; at += 2) {
                String name = ((String) fields[at]).replace("!", "");
                Object own = given.get(name);
                if (own != null) bound.put(name, ((Type) fields[at + 1]).bind(own, place + "/" + name));
                else if (!name.equals(fields[at])) throw new Fault(place + "/" + name, "is missing");
            }
            return bound;
        };
    }

    /** An object of which at most one of two or more fields may be there. */
    static Type either(Type type, String... alternatives) {
        return limited(type, (Map<?, ?> bound) -> Arrays.stream(alternatives).filter(bound::containsKey).count() <= 1,
            "has more than one of " + String.join(", ", alternatives));
    }

    static final Type EMAIL = text(Quoting::isEmail, "is no e-mail address");
    static final Set<String> COUNTRIES = Set.of(Locale.getISOCountries());
    static final Type COUNTRY = text(COUNTRIES::contains, "is no country code");
    static final Type CURRENCY = oneOf("EUR");
    static final Type AMOUNT = object("value!", INTEGER, "currency!", CURRENCY);
    static final Type ADDRESS = object("zip!", TEXT, "street!", TEXT, "number", TEXT, "country!", COUNTRY, "city!", TEXT);
    static final Type NAMED = object("title", TEXT, "lastName!", TEXT, "firstName!", TEXT, "birthdate", DATE);
    static final Type COMPANY = object("vat", TEXT, "title", TEXT, "name!", TEXT, "lastName", TEXT, "firstName", TEXT);
    static final Type KEYS = listOf(object("value!", TEXT, "key!", TEXT));
    static final Type STATUS = oneOf("owner", "representative");
    /** The address of a policyholder may be mended later: only leads and contracts need a valid one. */
    static final Type CONTACT = object("phone", TEXT, "email", TEXT);
    static final Type POLICYHOLDER = either(
        object("person", NAMED, "contact", CONTACT, "company", COMPANY, "billingAddress", ADDRESS, "address", ADDRESS),
        "person", "company");
    static final List<Long> LIMITS = List.of(500000L, 100000L, 200000L, 300000L);

    static boolean isEmail(String value) { return value.matches("[^@\\s]+@[^@\\s.]+(\\.[^@\\s.]+)+"); }

    /** The four flags that a draft write refuses, and each of the conditional two under the status of the other. */
    static Type insuredJob(Type type) {
        return (value, place) -> {
            Object job = type.bind(value, place);
            Object status = at(job, "employeeStatus");
            Object permanent = at(job, "isPermanentContract");
            Object unregisters = at(job, "willUnregisterSocialFundIfClaim");
            boolean selfEmployed = "self-employed".equals(status);
            if (Boolean.TRUE.equals(at(job, "isAwareOfImpendingJobloss"))) throw new Fault(place, "is about to be lost");
            if (Boolean.FALSE.equals(at(job, "workingAtLeast16Hours"))) throw new Fault(place, "has too few hours");
            if (status != null && permanent != null && (selfEmployed || permanent.equals(false)))
                throw new Fault(place + "/isPermanentContract", "is not allowed");
            if (status != null && unregisters != null && (!selfEmployed || unregisters.equals(false)))
                throw new Fault(place + "/willUnregisterSocialFundIfClaim", "is not allowed");
            return job;
        };
    }

    static final Type JOB = insuredJob(object(
        "workingAtLeast16Hours", FLAG, "willUnregisterSocialFundIfClaim", FLAG, "jobTitle", TEXT, "isPermanentContract", FLAG,
        "isAwareOfImpendingJobloss", FLAG, "industry", TEXT, "employer", TEXT,
        "employeeStatus", oneOf("employee", "self-employed", "governmentOfficial")));
    static final Type JOBLOSS_DRAFT = object(
        "terms", object(
            "variant", oneOf("JOBLOSS6", "JOBLOSS12"), "startDate", DATE, "requestPaperCopy", FLAG, "commercialName", TEXT,
            "claimLimit", object("value!", integer(LIMITS::contains, "is no claim limit"), "currency!", CURRENCY)),
        "risk", object("insuredJob", JOB),
        "policyholder", object(
            "person", object("vat", TEXT, "title", TEXT, "lastName", TEXT, "firstName", TEXT, "birthdate", DATE),
            "contact", CONTACT, "billingAddress", ADDRESS, "address", ADDRESS),
        "metadata", KEYS,
        "language", language("nl", "fr", "en"));

    static final Type TRAVEL_DRAFT = object(
        "terms", object(
            "variant", oneOf("standard", "premium"), "startDate", DATE, "requestPaperCopy", FLAG, "hasRoadsideAssistance", FLAG,
            "hasBaggageProtection", FLAG, "hasAccidentProtection", FLAG,
            "familySituation", oneOf("individual", "couple", "family")),
        "risk", object("isCarsAgeElligible", FLAG),
        "policyholder", POLICYHOLDER,
        "language", language("nl", "fr", "en"));

    static final Type PROPERTY = object(
        "type", oneOf("residential"), "surfaceArea", object("value", INTEGER, "unit", oneOf("m2")),
        "secondType", oneOf("flat", "house", "studio"), "monthlyRent", AMOUNT, "monthlyCharges", AMOUNT, "address", ADDRESS);
    static final Type LANDLORD_PERSON = object(
        "title", TEXT, "status", STATUS, "lastName!", TEXT, "firstName!", TEXT, "birthdate!", DATE);
    static final Type LANDLORD_COMPANY = object(
        "vat", matching("BE[0-9]+"), "title", TEXT, "status", STATUS, "name!", TEXT, "lastName", TEXT, "firstName", TEXT,
        "billingAddressSameAsCompany", FLAG, "billingAddress", ADDRESS);
    static final String[] OCCUPIED = {"minimumSixMonthsTenancy", "noIncidentInSixMonths", "tenancyAgreementRegistered"};
    static final String[] VACANT = {"willCheckRentAndChargesBalance", "willMakeBackgroundCheck", "willSignTenancyAgreement"};
    static final Type LANDLORD_DRAFT = object(
        "terms", object("variant", oneOf("BASIC", "CLASSIC", "PREMIUM"), "startDate", DATE, "requestPaperCopy", FLAG),
        "risk", object(
            "insuredProperty", PROPERTY, VACANT[0], FLAG, VACANT[1], FLAG, VACANT[2], FLAG, OCCUPIED[0], FLAG,
            OCCUPIED[1], FLAG, OCCUPIED[2], FLAG, "alreadyOccupied", FLAG),
        "policyholder", either(
            object("person", LANDLORD_PERSON, "contact", CONTACT, "company", LANDLORD_COMPANY, "address", ADDRESS),
            "person", "company"),
        "language", language("nl-BE", "fr-BE", "en-BE"));

    static final Type INSURER = oneOf(
        "AG Insurance", "Allianz", "Argenta", "Athora", "AXA", "Baloise", "Belfius", "Corona", "DKV", "DVV", "Ethias", "Federale",
        "Fidea", "Generali", "KBC", "P&V", "Vivium", "Other");
    static final Type VEHICLE = object(
        "invoice", object("purchasedPriceIncludingVat!", AMOUNT, "purchasedDate", DATE, "isPurchasedInLast6Months", FLAG),
        "identification", either(
            object("willProvideLater", FLAG, "vin", TEXT, "registration", object("plate!", TEXT, "country!", TEXT)),
            "willProvideLater", "vin", "registration"),
        "firstRegistrationYear", matching("[0-9]{4}"),
        "details", object("vehicleType!", oneOf("10", "20"), "country!", COUNTRY, "codeType!", oneOf("NAT"), "code!", TEXT),
        "cascoInsurerCompany", INSURER);
    static final Type DRIVER = object(
        "person", NAMED, "numberOfClaimsLast5Years", oneOf("0", "1", "2", "3+"), "contact", object("phone", TEXT, "email", EMAIL));
    static final Type CASCO = object(
        "fullProtectionDuration", INTEGER,
        "depreciationRate", object("numerator!", INTEGER, "denominator", integer(value -> value != 0, "is 0")),
        "deductible!", AMOUNT);
    static final Type GAP_DRAFT = object(
        "whiteLabelId", TEXT,
        "terms", object(
            "variant", oneOf("GAP12", "GAP24", "GAP36", "GAP48", "GAP60"), "startDate", DATE, "requestPaperCopy", FLAG,
            "claimLimit", AMOUNT),
        "risk", object("vehicle", VEHICLE, "drivers", listOf(DRIVER), "cascoFactors", CASCO),
        "policyholder", POLICYHOLDER,
        "partnerReference", KEYS,
        "language", language("nl", "fr", "en"));

    static final Type LEAD = object("transport", oneOf("EMAIL"), "partnerReference", KEYS);
    static final Type PRICED = object("partnerReference", KEYS);
    static final Type TERM = oneOf("MONTHLY", "YEARLY");
    static final Type GAP_CONTRACT = object("userTermsToken!", TEXT, "transactionAmount!", AMOUNT, "paymentTerm!", TERM);
    /** The price of the other lines is the one of the draft: their clients need not repeat it. */
    static final Type CONTRACT = object("userTermsToken!", TEXT, "transactionAmount", AMOUNT, "paymentTerm", TERM);
    static final Map<String, Type> ITEMS = Map.of(
        "cars", object("plate", TEXT, "model", TEXT, "make", TEXT),
        "persons", object("title", TEXT, "lastName!", TEXT, "firstName!", TEXT, "birthdate!", DATE),
        "metadata", object("value!", TEXT, "key!", TEXT));

    // Lines, drafts and contracts.

    enum Line {
        JOBLOSS("JL", "lifestyle", "jobloss", "contracts", JOBLOSS_DRAFT),
        TRAVEL("TR", "lifestyle", "travel", "contracts", TRAVEL_DRAFT),
        LANDLORD("LL", "home", "landlord", "contract", LANDLORD_DRAFT),
        GAP("MG", "motor", "gap", "contracts", GAP_DRAFT);

        final String prefix, family, name, contracts;
        final Type form;
        final Map<String, Draft> drafts = new HashMap<>(), sold = new HashMap<>();

        Line(String prefix, String family, String name, String contracts, Type form) {
            this.prefix = prefix;
            this.family = family;
            this.name = name;
            this.contracts = contracts;
            this.form = form;
        }

        /** The list of statuses of a draft write holds 400, or the table of errors names these drafts beside 400. */
        boolean lists400(boolean update) { return this == JOBLOSS || this == TRAVEL || this == LANDLORD && !update; }
    }

    static class Draft {
        final String id, client, createdAt = now();
        String updatedAt = createdAt, contract;
        Map<String, Object> body;
        boolean priced;
        final Set<String> tokens = new HashSet<>();
        final Map<String, Map<String, Map<String, Object>>> items = new HashMap<>();

        Draft(String id, String client, Map<String, Object> body) {
            this.id = id;
            this.client = client;
            this.body = body;
            for (String kind : ITEMS.keySet()) items.put(kind, new LinkedHashMap<>());
        }
    }

    static final ReentrantLock LOCK = new ReentrantLock();
    static final SecureRandom RANDOM = new SecureRandom();
    static long issued = 10_000_000;

    /** Numbers with the prefix of their kind; the steps keep a neighbour of an id from being one. */
    static String newId(String prefix) {
        issued += 3 + RANDOM.nextInt(400);
        return prefix + issued;
    }

    /** Groups whose fields are merged one by one; every other object is one value, since its fields depend on each other. */
    static final Set<String> GROUPS = Set.of("policyholder", "contact", "risk", "insuredProperty", "vehicle", "terms");

    static Map<String, Object> merged(Map<String, Object> old, Map<String, Object> change) {
        Map<String, Object> made = new LinkedHashMap<>(old);
        // A policyholder that becomes a company is no person any more.
        if (change.containsKey("company")) made.remove("person");
        if (change.containsKey("person")) made.remove("company");
        change.forEach((key, value) -> made.merge(key, value, (before, after) -> GROUPS.contains(key)
            ? merged(group(before), group(after)) : after));
        return made;
    }

    @SuppressWarnings("unchecked")
    static Map<String, Object> group(Object value) { return (Map<String, Object>) value; }

    static Map<String, Object> shown(Draft draft, boolean named) {
        Map<String, Object> shown = map("updatedAt", draft.updatedAt);
        shown.putAll(draft.body);
        shown.put("draftId", named ? draft.id : null);
        shown.put("createdAt", draft.createdAt);
        return shown;
    }

    // Prices, in hundredths of EUR.

    static long number(Draft draft, String... keys) {
        return at(draft.body, keys) instanceof Long number ? number : 0;
    }

    /** The part of a value that counts, so that no huge one overflows the sum. */
    static long part(long value, long divisor) { return Math.floorMod(value, 10_000_000L) / divisor; }

    static boolean isNewCar(Draft draft) {
        Object invoice = at(draft.body, "risk", "vehicle", "invoice");
        if (at(invoice, "purchasedDate") instanceof String day)
            return !LocalDate.parse(day, DAY).isBefore(LocalDate.now().minusMonths(6));
        return Boolean.TRUE.equals(at(invoice, "isPurchasedInLast6Months"));
    }

    static long premium(Line line, Draft draft) {
        Object variant = at(draft.body, "terms", "variant");
        long sum = switch (line) {
            case JOBLOSS -> 14_900 + part(number(draft, "terms", "claimLimit", "value"), 100);
            case TRAVEL -> 8_900 + 1_150L * draft.items.get("persons").size();
            case LANDLORD -> landlordPremium(draft, variant == null ? "BASIC" : (String) variant) + 2_500;
            case GAP -> 11_500
                + part(number(draft, "risk", "vehicle", "invoice", "purchasedPriceIncludingVat", "value"), 250)
                - part(number(draft, "risk", "cascoFactors", "deductible", "value"), 2_000)
                + part(number(draft, "risk", "cascoFactors", "fullProtectionDuration") * 70, 1)
                + part(number(draft, "terms", "claimLimit", "value"), 400)
                - (isNewCar(draft) ? 350 : 0);
        };
        if (line == Line.GAP && variant != null) sum += 90 * Long.parseLong(((String) variant).substring(3));
        if ("JOBLOSS12".equals(variant) || "premium".equals(variant)) sum += 4_200;
        for (String cover : List.of("hasAccidentProtection", "hasBaggageProtection", "hasRoadsideAssistance"))
            if (Boolean.TRUE.equals(at(draft.body, "terms", cover))) sum += 1_900;
        if (at(draft.body, "risk", "cascoFactors", "depreciationRate") instanceof Map<?, ?> rate) {
            double below = rate.get("denominator") instanceof Long denominator ? denominator : 1;
            sum += Math.round(Math.abs((Long) rate.get("numerator") / below) % 50 * 1_000);
        }
        return sum;
    }

    static long landlordPremium(Draft draft, String variant) {
        long rent = number(draft, "risk", "insuredProperty", "monthlyRent", "value");
        long charges = number(draft, "risk", "insuredProperty", "monthlyCharges", "value");
        return 9_000 + part(rent, 25) + part(charges, 50) + 3_100L * List.of("BASIC", "CLASSIC", "PREMIUM").indexOf(variant);
    }

    static long taxOf(long gross) { return gross * 925 / 10_925; }

    static Map<String, Object> detail(long gross) {
        return map("withoutTaxes", gross - taxOf(gross), "withTaxes", gross, "taxes", taxOf(gross));
    }

    static Map<String, Object> amount(long value) { return map("value", value, "currency", "EUR"); }

    static Object quoted(Line line, Draft draft) {
        long gross = premium(line, draft);
        String until = OffsetDateTime.now(ZoneOffset.ofHours(1)).plusDays(14).truncatedTo(ChronoUnit.SECONDS).toString();
        List<Object> prices = new ArrayList<>();
        if (line == Line.LANDLORD) {
            for (String variant : List.of("PREMIUM", "CLASSIC", "BASIC")) {
                long landlord = landlordPremium(draft, variant);
                prices.add(map(
                    "totalPackage", map("yearlyPremium", detail(landlord + 2_500), "totalPrice", detail(landlord + 2_500)),
                    "legalProtection", map("yearlyPremium", detail(2_500), "totalPrice", detail(2_500), "claimLimit", 100_000L),
                    "landlord", map("yearlyPremium", detail(landlord), "totalPrice", detail(landlord), "claimLimit", 500_000L),
                    "variant", variant));
            }
            return map("validUntil", until, "prices", prices, "priceRequestId", newId("PR"), "currency", "EUR");
        }
        if (line == Line.JOBLOSS) {
            prices.add(map(
                "variant", "JOBLOSS-A",
                "totalTax", amount(taxOf(gross)),
                "totalPerYearWithoutTax", amount(gross - taxOf(gross)),
                "totalPerYearWithTax", amount(gross),
                "claimLimit", at(draft.body, "terms", "claimLimit")));
            return map("validUntil", until, "prices", prices, "priceRequestId", newId("PR"));
        }
        return map(
            "calculation", map("unit", "EUR cent", "net", gross - taxOf(gross), "tax", taxOf(gross), "gross", gross),
            "priceRequestId", newId("PR"),
            "expires", until);
    }

    // Rules that a draft may break while it grows.

    static void checkPriceable(Line line, Draft draft, int status) {
        Object job = at(draft.body, "risk", "insuredJob");
        Object employment = at(job, "employeeStatus");
        if (employment != null && !employment.equals("self-employed") && at(job, "employer") == null)
            throw new Refusal(status, "the employer is missing");
        if (Boolean.TRUE.equals(at(draft.body, "terms", "hasRoadsideAssistance"))
            && !Boolean.TRUE.equals(at(draft.body, "risk", "isCarsAgeElligible")))
            throw new Refusal(status, "these cars get no roadside assistance");
        if (at(draft.body, "risk", "alreadyOccupied") instanceof Boolean occupied)
            for (String answer : occupied ? OCCUPIED : VACANT)
                if (at(draft.body, "risk", answer) == null) throw new Refusal(status, answer + " is not answered");
        if (line == Line.GAP && at(draft.body, "risk", "vehicle", "details") == null)
            throw new Refusal(status, "the vehicle is not known");
    }

    static void checkSold(Line line, Draft draft, Map<String, Object> payload) {
        checkPriceable(line, draft, 422);
        if (at(draft.body, "policyholder", "contact", "email") instanceof String email && !isEmail(email))
            throw new Refusal(422, "the e-mail address of the policyholder is not valid");
        if (line != Line.GAP && at(draft.body, "terms", "startDate") instanceof String start
            && LocalDate.parse(start, DAY).isAfter(LocalDate.now().plusDays(30)))
            throw new Refusal(422, "it starts more than 30 days ahead");
        if (!draft.tokens.contains(payload.get("userTermsToken")) && !bug("forged-terms"))
            throw new Refusal(422, "these user terms were not retrieved");
        if (!draft.priced) throw new Refusal(422, "it has no valid price request");
        Object paid = at(payload, "transactionAmount", "value");
        if (paid != null && !paid.equals(premium(line, draft))) throw new Refusal(422, "this is not the price");
    }

    // HTTP.

    static final int LARGEST_BODY = 4 << 20;

    static void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            // The body is read even where nobody asks for it: the connection could not be used again otherwise.
            byte[] raw = exchange.getRequestBody().readNBytes(LARGEST_BODY + 1);
            Answer answer;
            LOCK.lock();
            try {
                if (raw.length > LARGEST_BODY) throw new Refusal(413, "the body is too large");
                answer = new Call(exchange, raw).answer();
            } catch (Refusal refusal) {
                answer = Answer.json(refusal.status, map("title", refusal.getMessage(), "status", refusal.status));
                if (refusal.status == 401) answer.with("WWW-Authenticate", "Bearer");
            } catch (RuntimeException problem) {
                problem.printStackTrace();
                answer = Answer.json(500, map("title", "general error", "status", 500));
            } finally {
                LOCK.unlock();
            }
            Headers headers = exchange.getResponseHeaders();
            answer.headers.forEach(headers::set);
            if (answer.type != null) headers.set("Content-Type", answer.type);
            exchange.sendResponseHeaders(answer.status, answer.body.length == 0 ? -1 : answer.body.length);
            if (answer.body.length > 0) exchange.getResponseBody().write(answer.body);
        }
    }

    static class Call {
        final String method;
        final Headers headers;
        final byte[] raw;
        final List<String> path = new ArrayList<>();
        final String base;
        Line line;
        String client;

        Call(HttpExchange exchange, byte[] raw) {
            this.method = exchange.getRequestMethod();
            this.headers = exchange.getRequestHeaders();
            this.raw = raw;
            String rawPath = exchange.getRequestURI().getRawPath();
            for (String part : rawPath.substring(1).split("/", -1)) path.add(URLDecoder.decode(part.replace("+", "%2B"), UTF_8));
            String host = Objects.requireNonNullElse(headers.getFirst("Host"), "127.0.0.1");
            String[] raws = rawPath.split("/");
            this.base = "http://" + host + String.join("/", Arrays.copyOf(raws, Math.min(4, raws.length)));
        }

        Answer answer() {
            String version = Objects.requireNonNullElse(headers.getFirst("Service-Api-Version"), "");
            boolean served = bug("any-one-version") ? version.startsWith("1") : version.equals("1.0");
            if (!served && !bug("no-version")) throw new Refusal(400, "Service-Api-Version has to be 1.0");
            client = client();
            if (client.equals(noRights) && !bug("no-rights")) throw new Refusal(403, "you have no right to this");
            for (Line each : Line.values())
                if (path.size() > 3 && path.get(1).equals(each.family) && path.get(2).equals(each.name)) line = each;
            if (line == null || !path.get(0).equalsIgnoreCase("BE")) throw new Refusal(404, "nothing is here");
            List<String> rest = path.subList(3, path.size());
            if (rest.get(0).equals(line.contracts) && (rest.size() == 2 || rest.size() == 3)) return contract(rest);
            if (!rest.get(0).equals("drafts")) throw new Refusal(404, "nothing is here");
            if (rest.size() == 1) return create();
            Draft draft = line.drafts.get(rest.get(1));
            if (draft == null) throw new Refusal(bug("unknown-id-500") ? 500 : 404, "there is no such draft");
            boolean read = method.equals("GET") && rest.size() == 2;
            if (!draft.client.equals(client) && !(read && bug("foreign-read"))) throw new Refusal(403, "this draft is not yours");
            return ofDraft(draft, rest.subList(2, rest.size()));
        }

        String client() {
            String[] shown = Objects.requireNonNullElse(headers.getFirst("Authorization"), "").trim().split(" +", 2);
            if (shown.length == 2 && shown[0].equalsIgnoreCase("Bearer"))
                for (String known : List.of(owner, other, noRights)) if (known.equals(shown[1])) return known;
            throw new Refusal(401, "please authenticate");
        }

        void only(String... methods) {
            if (!List.of(methods).contains(method)) throw new Refusal(405, method + " is not possible here");
        }

        /** The body in the form of its operation, which refuses a faulty one with the given status. */
        Map<String, Object> body(Type form, int status) {
            Object read = Json.read(raw);
            if (!(read instanceof Map)) throw new Refusal(400, "the body is no JSON object");
            try {
                return group(form.bind(read, ""));
            } catch (Fault fault) {
                throw new Refusal(status, fault.getMessage());
            }
        }

        /** The same where every field is optional and a client may leave out the whole body. */
        Map<String, Object> optionalBody(Type form, int status) {
            return raw.length == 0 ? new LinkedHashMap<>() : body(form, status);
        }

        Answer create() {
            only("POST");
            Draft draft = new Draft(newId(line.prefix), client, body(line.form, line.lists400(false) ? 400 : 422));
            line.drafts.put(draft.id, draft);
            boolean resource = line == Line.TRAVEL || line == Line.LANDLORD;
            Answer answer = resource ? Answer.json(200, shown(draft, false)) : Answer.empty(201);
            return answer.modified().with("Location", base + "/drafts/" + draft.id);
        }

        Answer contract(List<String> rest) {
            Draft draft = line.sold.get(rest.get(1));
            boolean download = rest.size() == 3;
            if (draft == null || download && (!rest.get(2).equals("download") || line == Line.GAP))
                throw new Refusal(404, "there is no such contract");
            if (!draft.client.equals(client)) throw new Refusal(403, "this contract is not yours");
            only("GET");
            if (download)
                return new Answer(200, "application/pdf", "%PDF-1.4\n%%EOF\n".getBytes(UTF_8), new LinkedHashMap<>());
            return Answer.json(200, map("state", "ACTIVE", "premium", amount(premium(line, draft)), "draft", draft.id));
        }

        Answer ofDraft(Draft draft, List<String> rest) {
            String what = String.join("/", rest);
            if (line == Line.TRAVEL && !rest.isEmpty() && rest.size() <= 2 && ITEMS.containsKey(rest.get(0)))
                return rest.size() == 1 ? newItem(draft, rest.get(0)) : item(draft, rest.get(0), rest.get(1));
            if (line == Line.TRAVEL && what.equals("price-info")) {
                only("POST");
                return Answer.json(200, map("indication", map("gross", premium(line, draft))));
            }
            if (line != Line.GAP && what.equals("payment/status")) {
                only("GET");
                return Answer.json(200, map("payment", draft.contract == null ? "NOT_STARTED" : "PENDING"));
            }
            if (what.equals(line == Line.GAP ? "to-contract" : "contract")) return sell(draft);
            switch (what) {
                case "":
                    only("GET", "PUT");
                    return method.equals("GET") ? Answer.json(200, shown(draft, true)) : update(draft);
                case "price-requests":
                    only("POST");
                    optionalBody(PRICED, line == Line.GAP ? 400 : 422);
                    checkPriceable(line, draft, line == Line.GAP ? 402 : 422);
                    draft.priced = true;
                    return Answer.json(200, quoted(line, draft)).modified();
                case "token-terms":
                    only(line == Line.LANDLORD || line == Line.GAP ? "GET" : "POST");
                    byte[] secret = new byte[16];
                    RANDOM.nextBytes(secret);
                    draft.tokens.add(HexFormat.of().formatHex(secret));
                    return Answer.json(200, map(
                        "userTerms", map("title", "General terms and conditions", "version", "2024-1"),
                        "userTermsToken", HexFormat.of().formatHex(secret)));
                case "leads":
                    return lead(draft);
                default:
                    throw new Refusal(404, "nothing is here");
            }
        }

        Answer update(Draft draft) {
            Map<String, Object> changed = merged(draft.body, body(line.form, line.lists400(true) ? 400 : 422));
            if (draft.contract != null) throw new Refusal(409, "this draft has its contract");
            Map<String, Object> before = draft.body;
            long price = premium(line, draft);
            draft.body = changed;
            draft.updatedAt = now();
            draft.priced &= premium(line, draft) == price;
            Answer answer = line == Line.GAP ? Answer.empty(200) : Answer.json(200, shown(draft, true));
            if (line == Line.LANDLORD && bug("lost-update")) draft.body = before;
            return answer.modified();
        }

        Answer lead(Draft draft) {
            only("POST");
            boolean listed = line == Line.TRAVEL || line == Line.GAP;
            Map<String, Object> lead = optionalBody(LEAD, listed ? 400 : 422);
            boolean reachable = at(draft.body, "policyholder", "contact", "email") instanceof String email && isEmail(email);
            if ("EMAIL".equals(lead.get("transport")) && !reachable && !bug("lead-without-email"))
                throw new Refusal(listed ? 402 : 422, "the policyholder has no valid e-mail address");
            return Answer.empty(listed ? 200 : 202);
        }

        Answer sell(Draft draft) {
            only("POST");
            checkSold(line, draft, body(line == Line.GAP ? GAP_CONTRACT : CONTRACT, 422));
            if (draft.contract != null && line != Line.GAP) throw new Refusal(409, "this draft has its contract");
            // A repeated call of motor gap finds the contract that there is.
            if (draft.contract == null || bug("second-gap-contract")) {
                draft.contract = newId(line.prefix + "C");
                line.sold.put(draft.contract, draft);
            }
            return Answer.empty(line == Line.GAP ? 303 : 201)
                .with("Location", base + "/" + line.contracts + "/" + draft.contract);
        }

        Answer newItem(Draft draft, String kind) {
            only("POST");
            Map<String, Object> made = body(ITEMS.get(kind), kind.equals("persons") ? 422 : 400);
            String id = newId(kind.substring(0, 1).toUpperCase(Locale.ROOT));
            draft.items.get(kind).put(id, made);
            Answer answer = kind.equals("cars") ? Answer.json(200, made) : Answer.empty(201);
            return answer.modified().with("Location", base + "/drafts/" + draft.id + "/" + kind + "/" + id);
        }

        Answer item(Draft draft, String kind, String id) {
            only("PUT", "DELETE");
            Map<String, Map<String, Object>> items = draft.items.get(kind);
            Map<String, Object> known = items.get(id);
            if (known == null) throw new Refusal(404, "there is no such item");
            if (method.equals("PUT")) known.putAll(body(ITEMS.get(kind), kind.equals("persons") ? 422 : 400));
            else if (!(kind.equals("cars") && bug("deleted-car-stays"))) items.remove(id);
            return Answer.json(200, known).modified();
        }
    }
}
