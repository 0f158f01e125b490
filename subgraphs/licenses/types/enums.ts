import { registerEnumType } from 'type-graphql';
import { BlacklistEntryKind, LicenseEndpoint, LicenseState, RefusalCause } from '../vocabulary.js';

registerEnumType(RefusalCause, {
  name: 'RefusalCause',
  description: 'Why a controller was refused, in the order in which a request is checked.',
  valuesConfig: {
    RATE_LIMITED: { description: 'More requests than the rate allows.' },
    INVALID_JSON: { description: 'The body was not a JSON object.' },
    MISSING_FIELD: { description: 'A required field was missing, null or empty.' },
    INVALID_FIELD: { description: 'A field had a wrong type or was too long.' },
    INVALID_GUID: { description: 'The GUID was no UUID of version 4.' },
    INVALID_LICENSE: { description: 'There was no valid license.' },
    BLACKLISTED: { description: 'The GUID or the source address is on the blacklist.' },
    NO_SEAT: { description: 'All seats of the license were taken by other controllers.' },
  },
});

registerEnumType(LicenseState, {
  name: 'LicenseState',
  description: 'What stands with the license.',
  valuesConfig: {
    VALID: { description: 'Its signature is right, and its time has come and not passed.' },
    MISSING: { description: 'There is no license file.' },
    INVALID: { description: 'The file is no license, or is not signed with the right key.' },
    EXPIRED: { description: 'Its time has passed.' },
    NOT_YET_VALID: { description: 'Its time has not come.' },
  },
});

registerEnumType(BlacklistEntryKind, {
  name: 'BlacklistEntryKind',
  description: 'What an entry of the blacklist is matched with.',
  valuesConfig: {
    GUID: { description: 'The GUID of a controller; always matched.' },
    ADDRESS: { description: 'One source address; matched when the settings say so.' },
    RANGE: { description: 'Source addresses of a range; matched when the settings say so.' },
  },
});

registerEnumType(LicenseEndpoint, {
  name: 'LicenseEndpoint',
  description: 'A documented endpoint of the license service.',
  valuesConfig: {
    CHECK_LICENSE: { description: '`POST /api/check-license/`' },
    GET_LICENSES: { description: '`GET /api/get-licenses/`' },
  },
});
