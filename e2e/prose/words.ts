/** A wording that makes a reader stop, and what to write instead. */
export interface Wording {
  /** Regular expression. Its first letter matches in either case, a space also matches a line break. */
  readonly find: string;
  readonly write: string;
}

/** Wordings that the texts of this project must not contain. */
export const WORDINGS: readonly Wording[] = [
  // requests and responses
  { find: "answer(?:s|ed|ing)?", write: "response, respond, return" },
  { find: "repeats?|repeatable|repetitions?", write: "retry, idempotent, occur more than once" },
  { find: "sen[dt]s? (?:it |them |the same )?again|send(?:s|ing) (?:it |them )?again", write: "retry" },
  { find: "(?:tries|tried) (?:it )?again", write: "retry" },
  { find: "the other end|who answers", write: "server, service" },
  { find: "goes? on with|where it goes on|goes on", write: "continue, page token" },
  {
    find: "hands? (?:out|on|back|over)|handed (?:out|on|back|over)|handing (?:out|on|back)",
    write: "return, pass, forward",
  },
  {
    find: "comes? back as|comes? out as|came of|comes? of (?:it|the)|come to (?:an|their|its) end",
    write: "return, result",
  },
  { find: "cannot be had|can be had|to be had", write: "fetch, available" },
  { find: "falls? ill|is ill", write: "fail, be unavailable" },
  { find: "weather|storms?", write: "faults" },

  // validation
  { find: "judge[sd]?|judging|judge?ments?|verdicts?", write: "check, validate" },
  { find: "(?<!on )demand(?:s|ed|ing)?", write: "require, requirement" },
  { find: "(?<!connection |connections )refus(?:e|es|ed|ing|als?)(?! connections?)", write: "reject, error" },
  { find: "misfits?", write: "mismatch, issue" },
  { find: "(?:is|are|was|were|be|been) taken", write: "accepted" },
  { find: "(?:is|are|was|were|be|been) (?:told|said|looked at|heard)", write: "reported, documented, checked" },
  { find: "said (?:twice|once|aloud|anew)|unless it is said", write: "declared, explicit" },
  { find: "all that is wrong|everything that is wrong|what is wrong", write: "all issues" },
  { find: "may be left out|left out|leaves? out|leaving out", write: "optional, omit" },
  { find: "turned down", write: "lowered" },
  { find: "pass(?:ed|es)? over", write: "ignored, skipped" },

  // people
  { find: "whoever|nobody|somebody|anybody|everybody", write: "caller, user, no one" },
  { find: "whose (?:word|owner)", write: "a plain noun" },
  { find: "patience|quicker", write: "time limit, concurrent" },
  { find: "wants", write: "require, expect" },
  { find: "speaks?|spoken", write: "use, support" },
  { find: "says? no|says? yes", write: "reject, accept" },
  { find: "hears? of|heard of|lets? go of", write: "receive, release" },
  { find: "aloud|anew|thereof", write: "explicit, again" },
  { find: "without a word|in (?:its|their) own words|'s (?:own )?words", write: "silently, message" },

  // names
  { find: "brands?|brand's", write: "vendor-specific name, naming profile" },
  { find: "(?:called|named|spelled) otherwise", write: "has a different name" },
  { find: "in the place of", write: "instead of" },

  // sentences
  { find: "of (?:one's|its|their|his|her|our|your|my) own", write: "own, separate" },
  { find: "(?:of|is|are|was|not) (?:ours|theirs)", write: "the package's, the service's" },
  {
    find: "stands? (?:there|in|for|beside|above|below|behind|before|alone|at|on|under)",
    write: "is, is in, represents",
  },
  { find: "(?<!there )is no(?! longer| more| other| need| different)(?: valid)? [a-z]+", write: "is not a ..." },
  {
    find: "what (?:came|comes|goes|leads|stands|reads|makes|fits|ends|breaks|belongs|was sent|was there)",
    write: "a noun",
  },
  { find: "what (?:is|are) (?:sent|left|shown|known|there|right|of|lost|missing|said|put|kept|held)", write: "a noun" },
  { find: "leads? (?:nowhere|somewhere|astray)", write: "broken link, misleading" },
  { find: "made out of|takes? up", write: "built from, restore" },
  { find: "(?<!there )(?:is|are|was|were) none", write: "is not one" },
  { find: "(?:is|are) to be(?! honest)", write: "must be, should be" },
  { find: "sees? to it|besides? (?:it|them|that|what|the|a|its|each)", write: "ensure, in addition to, next to" },
  {
    find: "tells? (?:of|whether|apart)|so many|lies (?:above|below|outside|in|under)",
    write: "report, distinguish, the given number, is",
  },
  { find: "all of it|none of it|as it should|a good deal", write: "a plain noun" },
];
