/** R1–R7, L1–L3, K1–K4: prices, leads and contracts. */
export const journeyRules = {
  R1: 'Two price shapes are shown and tied to no operation, so they are judged only in price requests of jobloss, travel and landlord. An entry belongs to a shape when it has two or more of its keys; types and listed values of what is there are then checked, and nothing is demanded. In any other place of a success, on every operation, an object of exactly currency and value is an amount: another currency than EUR is a fail, and EUR in small letters or between blanks is observed.',
  R2: 'claimLimit is an integer inside landlord and legalProtection but an Amount in the alternative shape. Whether prices with taxes equal the sum of their parts is only observed.',
  R3: 'That a change invalidates a price request shows in no state. It is a fail only if contracts without a price or with another amount are refused (so the service does check), the draft is not priced again after the change, a twin shows that the change moves the price, and the contract is still concluded for the old amount.',
  R4: 'Prices of twins are compared without ids, times and tokens, and only after equal drafts were shown to price equally.',
  R5: 'The expiry of a price request needs waiting or a clock and is otherwise only observed. States, transitions and the order of steps are never demanded.',
  R6: 'A motor gap draft can have several price requests. A second one on an unchanged draft, one after a change, or an update after pricing is a fail when it is refused twice while the draft is served and no contract exists.',
  R7: 'A motor gap price is computed from the data of the draft. Two price requests on one unchanged draft within a minute that give different amounts, reproduced, are a fail.',
  L1: 'A lead by EMAIL for a policyholder without e-mail must fail, with 400 or 402 on travel and motor gap and with any 4xx on jobloss and landlord, because the rule in Errors is general.',
  L2: 'Nothing is stated about the e-mail of a lead without transport, so it is only observed. A 402 on a legal lead for two different drafts, one of them priced, is inconclusive, because conditions may be hidden.',
  L3: 'Leads send real mail, also when a faulty service sends one it should refuse, so only mailboxes of the harness are used, marked as a test. Delivery can fail only by arriving at a wrong mailbox of the harness; silence is inconclusive.',
  K1: 'Redirects are not followed automatically, and a Location may be absolute, relative or foreign. The credential goes only to configured addresses; a foreign target, or one that answers 401 or 403, is inconclusive, and a 404 counts only after the delay.',
  K2: 'A repeated motor gap contract call may answer 303 to the same contract again. It is a fail only if two different contract ids are handed out and Contract Get serves both; the other lines have no such rule.',
  K3: 'That the transaction amount equals the price, that a price comes before the contract, or that a token is used once is not written and only observed. A user terms token changed by four or more characters in its middle that is accepted is a fail.',
  K4: 'A time-out, reset, 502, 504, or 503 without Retry-After on a contract call is inconclusive. The call is never repeated on the same draft before reading the draft or the contract was tried.',
} as const;
