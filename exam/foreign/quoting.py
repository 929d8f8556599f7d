"""The quoting service of the interface specification, written from the specification alone, with the standard library of Python.

Its own choices: every resource is in an envelope {"result": ..., "requestId": ...}, ids are called reference, and every line takes
the payload of a motor gap contract with the amount of the newest price request. It shares nothing with Assay but the specification.

    python3 quoting.py OWNER_TOKEN OTHER_TOKEN NO_RIGHTS_TOKEN [BUG]      prints its address, serves until it is killed

BUG plants one of the bugs that first drafts have.
"""
import datetime
import json
import re
import sys
import threading
import urllib.parse
import uuid
from email.utils import format_datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

OWNER, OTHER, NO_RIGHTS = sys.argv[1:4]
BUGS = (
    'no-version', 'any-one-version', 'no-rights', 'foreign-read', 'any-language', 'impossible-dates',
    'unknown-id-500', 'lead-without-email', 'forged-terms', 'lost-update', 'second-gap-contract', 'deleted-car-stays',
)
BUG = sys.argv[4] if len(sys.argv) > 4 else ''
if BUG not in ('', *BUGS):
    print(f'expected one of {", ".join(BUGS)}, got {BUG}', file=sys.stderr)
    sys.exit(2)


class Refused(Exception):
    def __init__(self, status, reason):
        super().__init__(reason)
        self.status = status


# Fields: a name that ends in ! is required in its object.


def text(value):
    return isinstance(value, str)


def boolean(value):
    return isinstance(value, bool)


def integer(value):
    return not isinstance(value, bool) and (isinstance(value, int) or isinstance(value, float) and value.is_integer())


def matching(pattern):
    return lambda value: text(value) and re.fullmatch(pattern, value) is not None


def one_of(*values):
    return lambda value: any(type(value) is type(each) and value == each for each in values)


def date(value):
    if not matching(r'[0-9]{4}-[0-9]{2}-[0-9]{2}')(value):
        return False
    try:
        datetime.date.fromisoformat(value)
        return True
    except ValueError:
        return BUG == 'impossible-dates' and value.endswith('02-30')


def amount_of(value):
    return {'currency!': one_of('EUR'), 'value!': value}


AMOUNT = amount_of(integer)
CODE = matching('[A-Za-z]{2}')
ADDRESS = {'city!': text, 'country!': CODE, 'number': text, 'street!': text, 'zip!': text}
CONTACT = {'email': matching(r'[^@\s]+@[^@\s]+\.[^@\s]+'), 'phone': text}
PERSON = {'birthdate': date, 'firstName!': text, 'lastName!': text, 'title': text}
COMPANY = {'firstName': text, 'lastName': text, 'name!': text, 'title': text, 'vat': text}
POLICYHOLDER = {'address': ADDRESS, 'billingAddress': ADDRESS, 'company': COMPANY, 'contact': CONTACT, 'person': PERSON}
LANGUAGE = text if BUG == 'any-language' else one_of('nl', 'fr', 'en')
KEYS = [{'key!': text, 'value!': text}]
STATUS = one_of('owner', 'representative')
LIMITS = (500000, 100000, 200000, 300000)

DRAFTS = {
    'jobloss': {
        'language': LANGUAGE,
        'metadata': KEYS,
        'policyholder': {
            'address': ADDRESS,
            'billingAddress': ADDRESS,
            'contact': CONTACT,
            'person': {'birthdate': date, 'firstName': text, 'lastName': text, 'title': text, 'vat': text},
        },
        'risk': {
            'insuredJob': {
                'employeeStatus': one_of('employee', 'self-employed', 'governmentOfficial'),
                'employer': text,
                'industry': text,
                'isAwareOfImpendingJobloss': boolean,
                'isPermanentContract': boolean,
                'jobTitle': text,
                'willUnregisterSocialFundIfClaim': boolean,
                'workingAtLeast16Hours': boolean,
            }
        },
        'terms': {
            'claimLimit': amount_of(lambda value: integer(value) and value in LIMITS),
            'commercialName': text,
            'requestPaperCopy': boolean,
            'startDate': date,
            'variant': one_of('JOBLOSS6', 'JOBLOSS12'),
        },
    },
    'travel': {
        'language': LANGUAGE,
        'policyholder': POLICYHOLDER,
        'risk': {'isCarsAgeElligible': boolean},
        'terms': {
            'familySituation': one_of('individual', 'couple', 'family'),
            'hasAccidentProtection': boolean,
            'hasBaggageProtection': boolean,
            'hasRoadsideAssistance': boolean,
            'requestPaperCopy': boolean,
            'startDate': date,
            'variant': one_of('standard', 'premium'),
        },
    },
    'landlord': {
        'language': one_of('nl-BE', 'fr-BE', 'en-BE'),
        'policyholder': {
            'address': ADDRESS,
            'company': {
                **COMPANY,
                'billingAddress': ADDRESS,
                'billingAddressSameAsCompany': boolean,
                'status': STATUS,
                'vat': matching('BE[0-9]+'),
            },
            'contact': CONTACT,
            'person': {
                'birthdate!': date,
                'firstName!': text,
                'lastName!': text,
                'status': STATUS,
                'title': text,
            },
        },
        'risk': {
            'alreadyOccupied': boolean,
            'insuredProperty': {
                'address': ADDRESS,
                'monthlyCharges': AMOUNT,
                'monthlyRent': AMOUNT,
                'secondType': one_of('flat', 'house', 'studio'),
                'surfaceArea': {'unit': one_of('m2'), 'value': integer},
                'type': one_of('residential'),
            },
            'minimumSixMonthsTenancy': boolean,
            'noIncidentInSixMonths': boolean,
            'tenancyAgreementRegistered': boolean,
            'willCheckRentAndChargesBalance': boolean,
            'willMakeBackgroundCheck': boolean,
            'willSignTenancyAgreement': boolean,
        },
        'terms': {
            'requestPaperCopy': boolean,
            'startDate': date,
            'variant': one_of('BASIC', 'CLASSIC', 'PREMIUM'),
        },
    },
    'gap': {
        'language': LANGUAGE,
        'partnerReference': KEYS,
        'policyholder': POLICYHOLDER,
        'risk': {
            'cascoFactors': {
                'deductible!': AMOUNT,
                'depreciationRate': {
                    'numerator!': integer,
                    'denominator': lambda value: integer(value) and value != 0,
                },
                'fullProtectionDuration': integer,
            },
            'drivers': [
                {
                    'contact': CONTACT,
                    'numberOfClaimsLast5Years': one_of('0', '1', '2', '3+'),
                    'person': PERSON,
                }
            ],
            'vehicle': {
                'cascoInsurerCompany': one_of('Other', 'AG', 'Ethias'),
                'details': {
                    'code!': text,
                    'codeType!': one_of('NAT'),
                    'country!': CODE,
                    'vehicleType!': one_of('10', '20'),
                },
                'firstRegistrationYear': matching('[0-9]{4}'),
                'identification': {
                    'registration': {'country!': text, 'plate!': text},
                    'vin': text,
                    'willProvideLater': boolean,
                },
                'invoice': {
                    'isPurchasedInLast6Months': boolean,
                    'purchasedDate': date,
                    'purchasedPriceIncludingVat!': AMOUNT,
                },
            },
        },
        'terms': {
            'claimLimit': AMOUNT,
            'requestPaperCopy': boolean,
            'startDate': date,
            'variant': one_of('GAP12', 'GAP24', 'GAP36', 'GAP48', 'GAP60'),
        },
        'whiteLabelId': text,
    },
}
LEAD = {'transport': one_of('EMAIL'), 'partnerReference': KEYS}
PRICED = {'partnerReference': KEYS}
CONTRACT = {'paymentTerm!': one_of('YEARLY', 'MONTHLY'), 'transactionAmount!': AMOUNT, 'userTermsToken!': text}
CAR = {'make': text, 'model': text, 'plate': text}
TRAVELLER = {'firstName': text, 'lastName': text, 'birthdate': date, 'title': text}
ITEMS = {'cars': CAR, 'persons': TRAVELLER, 'metadata': {'key!': text, 'value!': text}}


def check(value, form, place=''):
    """Refuses a value that has not the form of its field."""
    if callable(form):
        if not form(value):
            raise Refused(400, f'{place} is not valid')
    elif isinstance(form, list):
        if not isinstance(value, list):
            raise Refused(400, f'{place} is not a list')
        for index, item in enumerate(value):
            check(item, form[0], f'{place}/{index}')
    else:
        if not isinstance(value, dict):
            raise Refused(400, f'{place} is not an object')
        for name, own in form.items():
            key = name.rstrip('!')
            if value.get(key) is not None:
                check(value[key], own, f'{place}/{key}')
            elif name.endswith('!'):
                raise Refused(400, f'{place}/{key} is missing')


def at(value, *keys):
    for key in keys:
        value = value.get(key) if isinstance(value, dict) else None
    return value


# Rules.


def check_job(draft):
    job = at(draft, 'risk', 'insuredJob') or {}
    status = job.get('employeeStatus')
    permanent, unregister = job.get('isPermanentContract'), job.get('willUnregisterSocialFundIfClaim')
    if job.get('isAwareOfImpendingJobloss') is True or job.get('workingAtLeast16Hours') is False:
        raise Refused(400, 'this job cannot be insured')
    if permanent is False or unregister is False:
        raise Refused(400, 'this flag must be true')
    if status == 'self-employed' and permanent is not None:
        raise Refused(400, 'isPermanentContract is not allowed')
    if status in ('employee', 'governmentOfficial') and unregister is not None:
        raise Refused(400, 'willUnregisterSocialFundIfClaim is not allowed')


def check_written(line, draft):
    check(draft, DRAFTS[line])
    if line == 'jobloss':
        check_job(draft)
    if len([key for key in ('registration', 'vin', 'willProvideLater') if at(draft, 'risk', 'vehicle', 'identification', key) is not None]) > 1:
        raise Refused(400, 'one identification is enough')


OCCUPIED = ('minimumSixMonthsTenancy', 'noIncidentInSixMonths', 'tenancyAgreementRegistered')
VACANT = ('willCheckRentAndChargesBalance', 'willMakeBackgroundCheck', 'willSignTenancyAgreement')


def check_sold(line, draft):
    """The business rules, as far as a contract depends on them."""
    if at(draft, 'policyholder', 'person') is not None and at(draft, 'policyholder', 'company') is not None:
        raise Refused(400, 'a policyholder is a person or a company')
    job = at(draft, 'risk', 'insuredJob')
    if job and job.get('employeeStatus') in ('employee', 'governmentOfficial') and job.get('employer') is None:
        raise Refused(400, 'the employer is missing')
    if at(draft, 'terms', 'hasRoadsideAssistance') and at(draft, 'risk', 'isCarsAgeElligible') is not True:
        raise Refused(400, 'these cars get no roadside assistance')
    occupied = at(draft, 'risk', 'alreadyOccupied')
    if occupied is not None and any(at(draft, 'risk', key) is None for key in (OCCUPIED if occupied else VACANT)):
        raise Refused(400, 'an answer on the tenancy is missing')
    start = at(draft, 'terms', 'startDate')
    if line != 'gap' and start and start[5:] != '02-30' and datetime.date.fromisoformat(start) > datetime.date.today() + datetime.timedelta(days=30):
        raise Refused(400, 'it starts too late')


def premium_of(line, draft):
    """Hundredths of EUR; whatever the draft says of its risk and terms moves it."""
    rate = at(draft, 'risk', 'cascoFactors', 'depreciationRate')
    share = rate['numerator'] / (rate.get('denominator') or 1) if rate else 0
    months = {'GAP12': 12, 'GAP24': 24, 'GAP36': 36, 'GAP48': 48, 'GAP60': 60}.get(at(draft, 'terms', 'variant'), 10)
    bought = at(draft, 'risk', 'vehicle', 'invoice', 'purchasedPriceIncludingVat', 'value') or 0
    deductible = at(draft, 'risk', 'cascoFactors', 'deductible', 'value') or 0
    limit = at(draft, 'terms', 'claimLimit', 'value') or 0
    return int(9900 + 125 * months + bought % 100000 // 10 + deductible % 1000 + limit // 1000 + abs(share) * 100 % 5000)


class Service:
    def __init__(self):
        self.drafts = {line: {} for line in DRAFTS}
        self.contracts = {line: {} for line in DRAFTS}

    def draft(self, line, reference, caller, is_read):
        draft = self.drafts[line].get(reference)
        if draft is None:
            raise Refused(500 if BUG == 'unknown-id-500' else 404, 'no such draft')
        if draft['owner'] != caller and not (BUG == 'foreign-read' and is_read):
            raise Refused(404, 'no such draft')
        return draft

    def create(self, line, caller, body):
        check_written(line, body)
        now = datetime.datetime.now(datetime.timezone.utc).isoformat()
        reference = str(uuid.uuid4())
        items = {kind: {} for kind in ITEMS}
        draft = {'reference': reference, 'owner': caller, 'body': body, 'createdAt': now, 'updatedAt': now, **items}
        draft.update(price=None, token=None, contract=None)
        self.drafts[line][reference] = draft
        return draft

    def shown(self, line, draft):
        if line != 'landlord':
            return {'reference': draft['reference'], 'state': 'sold' if draft['contract'] else 'open'}
        times = {key: draft[key] for key in ('createdAt', 'updatedAt')}
        return {**draft['body'], **times, 'draftId': draft['reference'], 'reference': draft['reference']}

    def price(self, line, draft, body):
        check(body, PRICED)
        if line == 'gap' and at(draft['body'], 'risk', 'vehicle', 'details') is None:
            raise Refused(402, 'the vehicle is not known')
        premium = {'currency': 'EUR', 'value': premium_of(line, draft['body'])}
        draft['price'] = premium
        return {'offer': {'number': str(uuid.uuid4()), 'premium': premium}}

    def lead(self, draft, body):
        check(body, LEAD)
        if BUG != 'lead-without-email' and body.get('transport') == 'EMAIL' and not at(draft['body'], 'policyholder', 'contact', 'email'):
            raise Refused(400, 'the policyholder has no e-mail address')

    def contract(self, line, draft, body):
        check(body, CONTRACT)
        check_sold(line, draft['body'])
        if draft['contract'] is not None and BUG != 'second-gap-contract':
            raise Refused(409, 'this draft has its contract')
        if BUG != 'forged-terms' and (draft['token'] is None or body['userTermsToken'] != draft['token']):
            raise Refused(400, 'the user terms were not retrieved')
        if draft['price'] is None or body['transactionAmount']['value'] != draft['price']['value']:
            raise Refused(400, 'this is not the price')
        reference = str(uuid.uuid4())
        draft['contract'] = reference
        self.contracts[line][reference] = draft
        return reference


PREFIXES = {'jobloss': 'lifestyle/jobloss', 'travel': 'lifestyle/travel', 'landlord': 'home/landlord', 'gap': 'motor/gap'}
PATH = re.compile(r'/([^/]+)/(lifestyle/jobloss|lifestyle/travel|home/landlord|motor/gap)/(.+)')
LINES = {prefix: line for line, prefix in PREFIXES.items()}
MADE = {'jobloss': 201, 'travel': 200, 'landlord': 200, 'gap': 201}


class Handler(BaseHTTPRequestHandler):
    protocol_version = 'HTTP/1.1'
    service = Service()
    lock = threading.Lock()

    def log_message(self, *_):
        pass

    def received(self):
        if 'chunked' not in self.headers.get('Transfer-Encoding', ''):
            return self.rfile.read(int(self.headers.get('Content-Length') or 0))
        parts = []
        while size := int(self.rfile.readline().split(b';')[0], 16):
            parts.append(self.rfile.read(size))
            self.rfile.readline()
        while self.rfile.readline().strip():
            pass
        return b''.join(parts)

    def answer(self, status, result=None, headers=None):
        body = b'' if result is None else json.dumps({'result': result, 'requestId': str(uuid.uuid4())}).encode()
        self.send_response(status)
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        if body:
            self.send_header('Content-Type', 'application/json')
        self.send_header('Content-Length', str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def caller(self):
        shown = self.headers.get('Authorization', '')
        token = shown[7:].strip() if shown[:7].lower() == 'bearer ' else ''
        if token not in (OWNER, OTHER, NO_RIGHTS):
            raise Refused(401, 'who is it?')
        if token == NO_RIGHTS and BUG != 'no-rights':
            raise Refused(403, 'it may do nothing')
        return token

    def parsed(self, raw):
        def refuse(_):
            raise Refused(400, 'no JSON')

        try:
            body = json.loads(raw.decode('utf-8-sig'), parse_constant=refuse) if raw.strip() else {}
        except (ValueError, RecursionError):
            raise Refused(400, 'no JSON') from None
        if not isinstance(body, dict):
            raise Refused(400, 'no JSON object')
        return body

    def serve(self):
        try:
            raw = self.received()
            with self.lock:
                self.answer(*self.served(raw))
        except Refused as refused:
            self.answer(refused.status, {'error': str(refused)} if refused.status not in (401, 403) else None)

    do_GET = do_POST = do_PUT = do_DELETE = serve

    def served(self, raw):
        caller = self.caller()
        version = self.headers.get('Service-Api-Version') or ''
        is_known = version.startswith('1') if BUG == 'any-one-version' else version == '1.0'
        if not is_known and BUG != 'no-version':
            raise Refused(400, 'Service-Api-Version is 1.0')
        found = PATH.fullmatch(self.path.split('?')[0])
        if not found or found[1].upper() != 'BE':
            raise Refused(404, 'nothing is here')
        line = LINES[found[2]]
        parts = [urllib.parse.unquote(part) for part in found[3].split('/')]
        singular = 'contract' if line == 'landlord' else 'contracts'
        if parts[0] == singular and self.command == 'GET':
            return self.contract_read(line, caller, parts[1:])
        if parts[0] != 'drafts':
            raise Refused(404, 'nothing is here')
        modified = {'Last-Modified': format_datetime(datetime.datetime.now(datetime.timezone.utc), usegmt=True)}
        if len(parts) == 1 and self.command == 'POST':
            draft = self.service.create(line, caller, self.parsed(raw))
            return MADE[line], self.service.shown(line, draft), modified
        if len(parts) == 1:
            raise Refused(405, 'POST only')
        draft = self.service.draft(line, parts[1], caller, self.command == 'GET' and len(parts) == 2)
        return self.of_draft(line, draft, parts[2:], raw, modified)

    def contract_read(self, line, caller, parts):
        draft = self.service.contracts[line].get(parts[0]) if parts else None
        if draft is None or draft['owner'] != caller or len(parts) > 2:
            raise Refused(404, 'no such contract')
        if len(parts) == 1:
            return 200, {'reference': parts[0], 'draft': draft['reference']}
        if parts[1] != 'download' or line == 'gap':
            raise Refused(404, 'nothing is here')
        return 200, {'document': 'JVBERi0xLjQK'}

    def of_draft(self, line, draft, parts, raw, modified):
        service, call = self.service, (self.command, *parts[:1])
        terms = 'GET' if line in ('landlord', 'gap') else 'POST'
        if call == ('GET',):
            return 200, service.shown(line, draft)
        if call == ('PUT',):
            body = self.parsed(raw)
            check_written(line, body)
            if BUG == 'lost-update' and line == 'landlord':
                return 200, service.shown(line, {**draft, 'body': body}), modified
            draft.update(body=body, price=None, updatedAt=datetime.datetime.now(datetime.timezone.utc).isoformat())
            return 200, service.shown(line, draft), modified
        if call == ('POST', 'price-requests') or call == ('POST', 'price-info') and line == 'travel':
            return 200, service.price(line, draft, self.parsed(raw)), modified
        if call == (terms, 'token-terms'):
            draft['token'] = draft['token'] or str(uuid.uuid4())
            return 200, {'acceptance': {'token': draft['token'], 'text': 'the user terms'}}
        if call == ('POST', 'leads'):
            service.lead(draft, self.parsed(raw))
            return 200,
        if call == ('POST', 'to-contract' if line == 'gap' else 'contract'):
            reference = service.contract(line, draft, self.parsed(raw))
            if line == 'gap':
                return 303, None, {'Location': f'/BE/motor/gap/contracts/{reference}'}
            return 201, {'reference': reference}
        if parts == ['payment', 'status'] and self.command == 'GET' and line != 'gap':
            return 200, {'status': 'open'}
        if line == 'travel' and parts and parts[0] in ITEMS and len(parts) <= 2:
            return self.of_item(draft, parts, raw, modified)
        raise Refused(404, 'nothing is here')

    def of_item(self, draft, parts, raw, modified):
        items, form, body = draft[parts[0]], ITEMS[parts[0]], self.parsed(raw)
        if len(parts) == 1 and self.command == 'POST':
            check(body, form)
            reference = str(uuid.uuid4())
            items[reference] = body
            return 200, {**body, 'reference': reference}, modified
        if len(parts) == 1 or self.command not in ('PUT', 'DELETE'):
            raise Refused(405, 'POST, PUT and DELETE only')
        if parts[1] not in items:
            raise Refused(404, 'no such item')
        if self.command == 'DELETE':
            deleted = items[parts[1]] if BUG == 'deleted-car-stays' else items.pop(parts[1])
            return 200, {**deleted, 'reference': parts[1]}, modified
        check(body, form)
        items[parts[1]] = body
        return 200, {**body, 'reference': parts[1]}, modified


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128


if __name__ == '__main__':
    server = Server(('127.0.0.1', 0), Handler)
    print(f'http://127.0.0.1:{server.server_address[1]}', flush=True)
    server.serve_forever()
