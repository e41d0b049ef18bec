import { environmentUpdate } from "fourfold/environments";
export const { fromMask } = environmentUpdate;
fromMask(["labels.team0", "labels.old0"], { labels: { team0: "data" } });
fromMask(["config.nodeCount"], { config: { nodeCount: 4 } });
fromMask(["config.softwareConfig.pypiPackages.p2"], {});
fromMask(
  [
    "config.softwareConfig.orchestratorConfigOverrides.core-p3",
    "config.softwareConfig.orchestratorConfigOverrides.core-q3",
  ],
  { config: { softwareConfig: { orchestratorConfigOverrides: { "core-p3": "1" } } } },
);
fromMask(["labels"], { labels: { a4: "1" } });
fromMask(["labels.team5", "labels.old5"], { labels: { team5: "data" } });
fromMask(["config.nodeCount"], { config: { nodeCount: 9 } });
fromMask(["config.softwareConfig.pypiPackages.p7"], {});
fromMask(
  [
    "config.softwareConfig.orchestratorConfigOverrides.core-p8",
    "config.softwareConfig.orchestratorConfigOverrides.core-q8",
  ],
  { config: { softwareConfig: { orchestratorConfigOverrides: { "core-p8": "1" } } } },
);
fromMask(["labels"], { labels: { a9: "1" } });
fromMask(["labels.team10", "labels.old10"], { labels: { team10: "data" } });
fromMask(["config.nodeCount"], { config: { nodeCount: 14 } });
fromMask(["config.softwareConfig.pypiPackages.p12"], {});
fromMask(
  [
    "config.softwareConfig.orchestratorConfigOverrides.core-p13",
    "config.softwareConfig.orchestratorConfigOverrides.core-q13",
  ],
  { config: { softwareConfig: { orchestratorConfigOverrides: { "core-p13": "1" } } } },
);
fromMask(["labels"], { labels: { a14: "1" } });
fromMask(["labels.team15", "labels.old15"], { labels: { team15: "data" } });
fromMask(["config.nodeCount"], { config: { nodeCount: 19 } });
fromMask(["config.softwareConfig.pypiPackages.p17"], {});
fromMask(
  [
    "config.softwareConfig.orchestratorConfigOverrides.core-p18",
    "config.softwareConfig.orchestratorConfigOverrides.core-q18",
  ],
  { config: { softwareConfig: { orchestratorConfigOverrides: { "core-p18": "1" } } } },
);
fromMask(["labels"], { labels: { a19: "1" } });
fromMask(["labels.team20", "labels.old20"], { labels: { team20: "data" } });
fromMask(["config.nodeCount"], { config: { nodeCount: 24 } });
fromMask(["config.softwareConfig.pypiPackages.p22"], {});
fromMask(
  [
    "config.softwareConfig.orchestratorConfigOverrides.core-p23",
    "config.softwareConfig.orchestratorConfigOverrides.core-q23",
  ],
  { config: { softwareConfig: { orchestratorConfigOverrides: { "core-p23": "1" } } } },
);
fromMask(["labels"], { labels: { a24: "1" } });
fromMask(["labels.team25", "labels.old25"], { labels: { team25: "data" } });
fromMask(["config.nodeCount"], { config: { nodeCount: 29 } });
fromMask(["config.softwareConfig.pypiPackages.p27"], {});
fromMask(
  [
    "config.softwareConfig.orchestratorConfigOverrides.core-p28",
    "config.softwareConfig.orchestratorConfigOverrides.core-q28",
  ],
  { config: { softwareConfig: { orchestratorConfigOverrides: { "core-p28": "1" } } } },
);
fromMask(["labels"], { labels: { a29: "1" } });
fromMask(["labels.team30", "labels.old30"], { labels: { team30: "data" } });
fromMask(["config.nodeCount"], { config: { nodeCount: 34 } });
fromMask(["config.softwareConfig.pypiPackages.p32"], {});
fromMask(
  [
    "config.softwareConfig.orchestratorConfigOverrides.core-p33",
    "config.softwareConfig.orchestratorConfigOverrides.core-q33",
  ],
  { config: { softwareConfig: { orchestratorConfigOverrides: { "core-p33": "1" } } } },
);
fromMask(["labels"], { labels: { a34: "1" } });
fromMask(["labels.team35", "labels.old35"], { labels: { team35: "data" } });
fromMask(["config.nodeCount"], { config: { nodeCount: 39 } });
fromMask(["config.softwareConfig.pypiPackages.p37"], {});
fromMask(
  [
    "config.softwareConfig.orchestratorConfigOverrides.core-p38",
    "config.softwareConfig.orchestratorConfigOverrides.core-q38",
  ],
  { config: { softwareConfig: { orchestratorConfigOverrides: { "core-p38": "1" } } } },
);
fromMask(["labels"], { labels: { a39: "1" } });
fromMask(["labels.team40", "labels.old40"], { labels: { team40: "data" } });
fromMask(["config.nodeCount"], { config: { nodeCount: 44 } });
fromMask(["config.softwareConfig.pypiPackages.p42"], {});
fromMask(
  [
    "config.softwareConfig.orchestratorConfigOverrides.core-p43",
    "config.softwareConfig.orchestratorConfigOverrides.core-q43",
  ],
  { config: { softwareConfig: { orchestratorConfigOverrides: { "core-p43": "1" } } } },
);
fromMask(["labels"], { labels: { a44: "1" } });
fromMask(["labels.team45", "labels.old45"], { labels: { team45: "data" } });
fromMask(["config.nodeCount"], { config: { nodeCount: 49 } });
fromMask(["config.softwareConfig.pypiPackages.p47"], {});
fromMask(
  [
    "config.softwareConfig.orchestratorConfigOverrides.core-p48",
    "config.softwareConfig.orchestratorConfigOverrides.core-q48",
  ],
  { config: { softwareConfig: { orchestratorConfigOverrides: { "core-p48": "1" } } } },
);
fromMask(["labels"], { labels: { a49: "1" } });
fromMask(["labels.team50", "labels.old50"], { labels: { team50: "data" } });
fromMask(["config.nodeCount"], { config: { nodeCount: 54 } });
fromMask(["config.softwareConfig.pypiPackages.p52"], {});
fromMask(
  [
    "config.softwareConfig.orchestratorConfigOverrides.core-p53",
    "config.softwareConfig.orchestratorConfigOverrides.core-q53",
  ],
  { config: { softwareConfig: { orchestratorConfigOverrides: { "core-p53": "1" } } } },
);
fromMask(["labels"], { labels: { a54: "1" } });
fromMask(["labels.team55", "labels.old55"], { labels: { team55: "data" } });
fromMask(["config.nodeCount"], { config: { nodeCount: 59 } });
fromMask(["config.softwareConfig.pypiPackages.p57"], {});
fromMask(
  [
    "config.softwareConfig.orchestratorConfigOverrides.core-p58",
    "config.softwareConfig.orchestratorConfigOverrides.core-q58",
  ],
  { config: { softwareConfig: { orchestratorConfigOverrides: { "core-p58": "1" } } } },
);
fromMask(["labels"], { labels: { a59: "1" } });
fromMask(["labels.team60", "labels.old60"], { labels: { team60: "data" } });
fromMask(["config.nodeCount"], { config: { nodeCount: 64 } });
fromMask(["config.softwareConfig.pypiPackages.p62"], {});
fromMask(
  [
    "config.softwareConfig.orchestratorConfigOverrides.core-p63",
    "config.softwareConfig.orchestratorConfigOverrides.core-q63",
  ],
  { config: { softwareConfig: { orchestratorConfigOverrides: { "core-p63": "1" } } } },
);
fromMask(["labels"], { labels: { a64: "1" } });
fromMask(["labels.team65", "labels.old65"], { labels: { team65: "data" } });
fromMask(["config.nodeCount"], { config: { nodeCount: 69 } });
fromMask(["config.softwareConfig.pypiPackages.p67"], {});
fromMask(
  [
    "config.softwareConfig.orchestratorConfigOverrides.core-p68",
    "config.softwareConfig.orchestratorConfigOverrides.core-q68",
  ],
  { config: { softwareConfig: { orchestratorConfigOverrides: { "core-p68": "1" } } } },
);
fromMask(["labels"], { labels: { a69: "1" } });
fromMask(["labels.team70", "labels.old70"], { labels: { team70: "data" } });
fromMask(["config.nodeCount"], { config: { nodeCount: 74 } });
fromMask(["config.softwareConfig.pypiPackages.p72"], {});
fromMask(
  [
    "config.softwareConfig.orchestratorConfigOverrides.core-p73",
    "config.softwareConfig.orchestratorConfigOverrides.core-q73",
  ],
  { config: { softwareConfig: { orchestratorConfigOverrides: { "core-p73": "1" } } } },
);
fromMask(["labels"], { labels: { a74: "1" } });
fromMask(["labels.team75", "labels.old75"], { labels: { team75: "data" } });
fromMask(["config.nodeCount"], { config: { nodeCount: 79 } });
fromMask(["config.softwareConfig.pypiPackages.p77"], {});
fromMask(
  [
    "config.softwareConfig.orchestratorConfigOverrides.core-p78",
    "config.softwareConfig.orchestratorConfigOverrides.core-q78",
  ],
  { config: { softwareConfig: { orchestratorConfigOverrides: { "core-p78": "1" } } } },
);
fromMask(["labels"], { labels: { a79: "1" } });
fromMask(["labels.team80", "labels.old80"], { labels: { team80: "data" } });
fromMask(["config.nodeCount"], { config: { nodeCount: 84 } });
fromMask(["config.softwareConfig.pypiPackages.p82"], {});
fromMask(
  [
    "config.softwareConfig.orchestratorConfigOverrides.core-p83",
    "config.softwareConfig.orchestratorConfigOverrides.core-q83",
  ],
  { config: { softwareConfig: { orchestratorConfigOverrides: { "core-p83": "1" } } } },
);
fromMask(["labels"], { labels: { a84: "1" } });
fromMask(["labels.team85", "labels.old85"], { labels: { team85: "data" } });
fromMask(["config.nodeCount"], { config: { nodeCount: 89 } });
fromMask(["config.softwareConfig.pypiPackages.p87"], {});
fromMask(
  [
    "config.softwareConfig.orchestratorConfigOverrides.core-p88",
    "config.softwareConfig.orchestratorConfigOverrides.core-q88",
  ],
  { config: { softwareConfig: { orchestratorConfigOverrides: { "core-p88": "1" } } } },
);
fromMask(["labels"], { labels: { a89: "1" } });
fromMask(["labels.team90", "labels.old90"], { labels: { team90: "data" } });
fromMask(["config.nodeCount"], { config: { nodeCount: 94 } });
fromMask(["config.softwareConfig.pypiPackages.p92"], {});
fromMask(
  [
    "config.softwareConfig.orchestratorConfigOverrides.core-p93",
    "config.softwareConfig.orchestratorConfigOverrides.core-q93",
  ],
  { config: { softwareConfig: { orchestratorConfigOverrides: { "core-p93": "1" } } } },
);
fromMask(["labels"], { labels: { a94: "1" } });
fromMask(["labels.team95", "labels.old95"], { labels: { team95: "data" } });
fromMask(["config.nodeCount"], { config: { nodeCount: 99 } });
fromMask(["config.softwareConfig.pypiPackages.p97"], {});
fromMask(
  [
    "config.softwareConfig.orchestratorConfigOverrides.core-p98",
    "config.softwareConfig.orchestratorConfigOverrides.core-q98",
  ],
  { config: { softwareConfig: { orchestratorConfigOverrides: { "core-p98": "1" } } } },
);
fromMask(["labels"], { labels: { a99: "1" } });
fromMask(["labels.team100", "labels.old100"], { labels: { team100: "data" } });
fromMask(["config.nodeCount"], { config: { nodeCount: 104 } });
fromMask(["config.softwareConfig.pypiPackages.p102"], {});
fromMask(
  [
    "config.softwareConfig.orchestratorConfigOverrides.core-p103",
    "config.softwareConfig.orchestratorConfigOverrides.core-q103",
  ],
  { config: { softwareConfig: { orchestratorConfigOverrides: { "core-p103": "1" } } } },
);
fromMask(["labels"], { labels: { a104: "1" } });
fromMask(["labels.team105", "labels.old105"], { labels: { team105: "data" } });
fromMask(["config.nodeCount"], { config: { nodeCount: 109 } });
fromMask(["config.softwareConfig.pypiPackages.p107"], {});
fromMask(
  [
    "config.softwareConfig.orchestratorConfigOverrides.core-p108",
    "config.softwareConfig.orchestratorConfigOverrides.core-q108",
  ],
  { config: { softwareConfig: { orchestratorConfigOverrides: { "core-p108": "1" } } } },
);
fromMask(["labels"], { labels: { a109: "1" } });
fromMask(["labels.team110", "labels.old110"], { labels: { team110: "data" } });
fromMask(["config.nodeCount"], { config: { nodeCount: 114 } });
fromMask(["config.softwareConfig.pypiPackages.p112"], {});
fromMask(
  [
    "config.softwareConfig.orchestratorConfigOverrides.core-p113",
    "config.softwareConfig.orchestratorConfigOverrides.core-q113",
  ],
  { config: { softwareConfig: { orchestratorConfigOverrides: { "core-p113": "1" } } } },
);
fromMask(["labels"], { labels: { a114: "1" } });
fromMask(["labels.team115", "labels.old115"], { labels: { team115: "data" } });
fromMask(["config.nodeCount"], { config: { nodeCount: 119 } });
fromMask(["config.softwareConfig.pypiPackages.p117"], {});
fromMask(
  [
    "config.softwareConfig.orchestratorConfigOverrides.core-p118",
    "config.softwareConfig.orchestratorConfigOverrides.core-q118",
  ],
  { config: { softwareConfig: { orchestratorConfigOverrides: { "core-p118": "1" } } } },
);
fromMask(["labels"], { labels: { a119: "1" } });
fromMask(["labels.team120", "labels.old120"], { labels: { team120: "data" } });
fromMask(["config.nodeCount"], { config: { nodeCount: 124 } });
fromMask(["config.softwareConfig.pypiPackages.p122"], {});
fromMask(
  [
    "config.softwareConfig.orchestratorConfigOverrides.core-p123",
    "config.softwareConfig.orchestratorConfigOverrides.core-q123",
  ],
  { config: { softwareConfig: { orchestratorConfigOverrides: { "core-p123": "1" } } } },
);
fromMask(["labels"], { labels: { a124: "1" } });
fromMask(["labels.team125", "labels.old125"], { labels: { team125: "data" } });
fromMask(["config.nodeCount"], { config: { nodeCount: 129 } });
fromMask(["config.softwareConfig.pypiPackages.p127"], {});
fromMask(
  [
    "config.softwareConfig.orchestratorConfigOverrides.core-p128",
    "config.softwareConfig.orchestratorConfigOverrides.core-q128",
  ],
  { config: { softwareConfig: { orchestratorConfigOverrides: { "core-p128": "1" } } } },
);
fromMask(["labels"], { labels: { a129: "1" } });
fromMask(["labels.team130", "labels.old130"], { labels: { team130: "data" } });
fromMask(["config.nodeCount"], { config: { nodeCount: 134 } });
fromMask(["config.softwareConfig.pypiPackages.p132"], {});
fromMask(
  [
    "config.softwareConfig.orchestratorConfigOverrides.core-p133",
    "config.softwareConfig.orchestratorConfigOverrides.core-q133",
  ],
  { config: { softwareConfig: { orchestratorConfigOverrides: { "core-p133": "1" } } } },
);
fromMask(["labels"], { labels: { a134: "1" } });
fromMask(["labels.team135", "labels.old135"], { labels: { team135: "data" } });
fromMask(["config.nodeCount"], { config: { nodeCount: 139 } });
fromMask(["config.softwareConfig.pypiPackages.p137"], {});
fromMask(
  [
    "config.softwareConfig.orchestratorConfigOverrides.core-p138",
    "config.softwareConfig.orchestratorConfigOverrides.core-q138",
  ],
  { config: { softwareConfig: { orchestratorConfigOverrides: { "core-p138": "1" } } } },
);
fromMask(["labels"], { labels: { a139: "1" } });
fromMask(["labels.team140", "labels.old140"], { labels: { team140: "data" } });
fromMask(["config.nodeCount"], { config: { nodeCount: 144 } });
fromMask(["config.softwareConfig.pypiPackages.p142"], {});
fromMask(
  [
    "config.softwareConfig.orchestratorConfigOverrides.core-p143",
    "config.softwareConfig.orchestratorConfigOverrides.core-q143",
  ],
  { config: { softwareConfig: { orchestratorConfigOverrides: { "core-p143": "1" } } } },
);
fromMask(["labels"], { labels: { a144: "1" } });
fromMask(["labels.team145", "labels.old145"], { labels: { team145: "data" } });
fromMask(["config.nodeCount"], { config: { nodeCount: 149 } });
fromMask(["config.softwareConfig.pypiPackages.p147"], {});
fromMask(
  [
    "config.softwareConfig.orchestratorConfigOverrides.core-p148",
    "config.softwareConfig.orchestratorConfigOverrides.core-q148",
  ],
  { config: { softwareConfig: { orchestratorConfigOverrides: { "core-p148": "1" } } } },
);
fromMask(["labels"], { labels: { a149: "1" } });
fromMask(["labels.team150", "labels.old150"], { labels: { team150: "data" } });
fromMask(["config.nodeCount"], { config: { nodeCount: 154 } });
fromMask(["config.softwareConfig.pypiPackages.p152"], {});
fromMask(
  [
    "config.softwareConfig.orchestratorConfigOverrides.core-p153",
    "config.softwareConfig.orchestratorConfigOverrides.core-q153",
  ],
  { config: { softwareConfig: { orchestratorConfigOverrides: { "core-p153": "1" } } } },
);
fromMask(["labels"], { labels: { a154: "1" } });
fromMask(["labels.team155", "labels.old155"], { labels: { team155: "data" } });
fromMask(["config.nodeCount"], { config: { nodeCount: 159 } });
fromMask(["config.softwareConfig.pypiPackages.p157"], {});
fromMask(
  [
    "config.softwareConfig.orchestratorConfigOverrides.core-p158",
    "config.softwareConfig.orchestratorConfigOverrides.core-q158",
  ],
  { config: { softwareConfig: { orchestratorConfigOverrides: { "core-p158": "1" } } } },
);
fromMask(["labels"], { labels: { a159: "1" } });
fromMask(["labels.team160", "labels.old160"], { labels: { team160: "data" } });
fromMask(["config.nodeCount"], { config: { nodeCount: 164 } });
fromMask(["config.softwareConfig.pypiPackages.p162"], {});
fromMask(
  [
    "config.softwareConfig.orchestratorConfigOverrides.core-p163",
    "config.softwareConfig.orchestratorConfigOverrides.core-q163",
  ],
  { config: { softwareConfig: { orchestratorConfigOverrides: { "core-p163": "1" } } } },
);
fromMask(["labels"], { labels: { a164: "1" } });
fromMask(["labels.team165", "labels.old165"], { labels: { team165: "data" } });
fromMask(["config.nodeCount"], { config: { nodeCount: 169 } });
fromMask(["config.softwareConfig.pypiPackages.p167"], {});
fromMask(
  [
    "config.softwareConfig.orchestratorConfigOverrides.core-p168",
    "config.softwareConfig.orchestratorConfigOverrides.core-q168",
  ],
  { config: { softwareConfig: { orchestratorConfigOverrides: { "core-p168": "1" } } } },
);
fromMask(["labels"], { labels: { a169: "1" } });
fromMask(["labels.team170", "labels.old170"], { labels: { team170: "data" } });
fromMask(["config.nodeCount"], { config: { nodeCount: 174 } });
fromMask(["config.softwareConfig.pypiPackages.p172"], {});
fromMask(
  [
    "config.softwareConfig.orchestratorConfigOverrides.core-p173",
    "config.softwareConfig.orchestratorConfigOverrides.core-q173",
  ],
  { config: { softwareConfig: { orchestratorConfigOverrides: { "core-p173": "1" } } } },
);
fromMask(["labels"], { labels: { a174: "1" } });
fromMask(["labels.team175", "labels.old175"], { labels: { team175: "data" } });
fromMask(["config.nodeCount"], { config: { nodeCount: 179 } });
fromMask(["config.softwareConfig.pypiPackages.p177"], {});
fromMask(
  [
    "config.softwareConfig.orchestratorConfigOverrides.core-p178",
    "config.softwareConfig.orchestratorConfigOverrides.core-q178",
  ],
  { config: { softwareConfig: { orchestratorConfigOverrides: { "core-p178": "1" } } } },
);
fromMask(["labels"], { labels: { a179: "1" } });
fromMask(["labels.team180", "labels.old180"], { labels: { team180: "data" } });
fromMask(["config.nodeCount"], { config: { nodeCount: 184 } });
fromMask(["config.softwareConfig.pypiPackages.p182"], {});
fromMask(
  [
    "config.softwareConfig.orchestratorConfigOverrides.core-p183",
    "config.softwareConfig.orchestratorConfigOverrides.core-q183",
  ],
  { config: { softwareConfig: { orchestratorConfigOverrides: { "core-p183": "1" } } } },
);
fromMask(["labels"], { labels: { a184: "1" } });
fromMask(["labels.team185", "labels.old185"], { labels: { team185: "data" } });
fromMask(["config.nodeCount"], { config: { nodeCount: 189 } });
fromMask(["config.softwareConfig.pypiPackages.p187"], {});
fromMask(
  [
    "config.softwareConfig.orchestratorConfigOverrides.core-p188",
    "config.softwareConfig.orchestratorConfigOverrides.core-q188",
  ],
  { config: { softwareConfig: { orchestratorConfigOverrides: { "core-p188": "1" } } } },
);
fromMask(["labels"], { labels: { a189: "1" } });
fromMask(["labels.team190", "labels.old190"], { labels: { team190: "data" } });
fromMask(["config.nodeCount"], { config: { nodeCount: 194 } });
fromMask(["config.softwareConfig.pypiPackages.p192"], {});
fromMask(
  [
    "config.softwareConfig.orchestratorConfigOverrides.core-p193",
    "config.softwareConfig.orchestratorConfigOverrides.core-q193",
  ],
  { config: { softwareConfig: { orchestratorConfigOverrides: { "core-p193": "1" } } } },
);
fromMask(["labels"], { labels: { a194: "1" } });
fromMask(["labels.team195", "labels.old195"], { labels: { team195: "data" } });
fromMask(["config.nodeCount"], { config: { nodeCount: 199 } });
fromMask(["config.softwareConfig.pypiPackages.p197"], {});
fromMask(
  [
    "config.softwareConfig.orchestratorConfigOverrides.core-p198",
    "config.softwareConfig.orchestratorConfigOverrides.core-q198",
  ],
  { config: { softwareConfig: { orchestratorConfigOverrides: { "core-p198": "1" } } } },
);
fromMask(["labels"], { labels: { a199: "1" } });
