import type { AreaContext } from "../client-options.js";
import type { Pager } from "../core/pagination.js";
import { readAnswer } from "../core/read-response.js";
import { type ListOptions, listPager } from "./listing.js";
import { type Project, ProjectList } from "./schemas/project.js";

/** The projects that the caller may see. */
export interface Projects {
  /**
   * Lists the projects in which the caller holds any role and that have the service enabled. Pages may be short or
   * even empty, because projects are filtered after a page has been cut.
   *
   * Spec: warehouse, "List projects".
   *
   * @throws {RequestError} at once, when an option cannot be used.
   *
   * @example
   * for await (const project of client.warehouse.projects.list({ prefetch: 1 })) console.log(project.id);
   */
  list(options?: ListOptions): Pager<Project, ProjectList>;
}

/** Makes the client of the projects. */
export function createProjects(context: AreaContext): Projects {
  const path = `/${context.naming.servicePath}/v2/projects`;
  return {
    list: (options = {}) =>
      listPager(context, "projects.list", options, {
        itemsOf: (page) => page.projects,
        fetchPage: async (query, sendOptions) => {
          const request = { method: "GET", path, query, repeatable: true } as const;
          return readAnswer(ProjectList, "ProjectList", await context.transport.send(request, sendOptions), context);
        },
      }),
  };
}
