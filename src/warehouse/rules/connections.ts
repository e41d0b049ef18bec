import type { Report } from "../../core/rules.js";
import { clip } from "../../core/scalars.js";
import type { Table } from "../schemas/table.js";
import type { Draft, TableRule } from "./table-rule.js";

const RESOURCE = /^projects\/[^/]+\/locations\/[^/]+\/connections\/[^/]+$/;
// A project id may itself hold dots ("example.com:project"); a location and a connection hold none.
const SHORT = /^[^/;\s]+\.[^./;\s]+([.;])[^./;\s]+$/;

const RESOURCE_FORM = "projects/{project}/locations/{location}/connections/{connection}";

type Connection = [path: string, id: string, separator: "." | ";"];

function connectionsOf(table: Draft<Table>): Connection[] {
  const external = table.externalDataConfiguration?.connectionId;
  const lake = table.vendorLakeConfiguration?.connectionId;
  const found: Connection[] = [];
  if (external != null) found.push(["externalDataConfiguration.connectionId", external, ";"]);
  if (lake != null) found.push(["vendorLakeConfiguration.connectionId", lake, "."]);
  return found;
}

function checkSeparator([path, id, separator]: Connection, report: Report): void {
  const found = SHORT.exec(id)?.[1];
  if (found === undefined || found === separator) return;
  report(path, `must be {project}.{location}${separator}{connection} here, with "${separator}" before the connection`);
}

/** Rules about the ids of connections. The form and the separator are apart, since services differ in the second only. */
export const connectionRules = [
  {
    id: "connection-id-form",
    severity: "error",
    text: "A connection is named by project, location and connection, or by its resource name.",
    spec: 'warehouse, "ExternalDataConfiguration" and "VendorLakeConfiguration"',
    check(table, report) {
      for (const [path, id, separator] of connectionsOf(table)) {
        if (RESOURCE.test(id) || SHORT.test(id)) continue;
        const short = `{project}.{location}${separator}{connection}`;
        report(path, `must be ${short} or ${RESOURCE_FORM}, got ${JSON.stringify(clip(id))}`);
      }
    },
  },
  {
    id: "external-connection-separator",
    severity: "error",
    text: "In external data a semicolon stands before the connection: {project}.{location};{connection}.",
    spec: 'warehouse, "ExternalDataConfiguration"',
    check(table, report) {
      for (const connection of connectionsOf(table)) if (connection[2] === ";") checkSeparator(connection, report);
    },
  },
  {
    id: "lake-connection-separator",
    severity: "error",
    text: "In a lake configuration a dot stands before the connection: {project}.{location}.{connection}.",
    spec: 'warehouse, "VendorLakeConfiguration"',
    check(table, report) {
      for (const connection of connectionsOf(table)) if (connection[2] === ".") checkSeparator(connection, report);
    },
  },
] as const satisfies readonly TableRule[];
