import * as z from "zod/mini";
import type { Int64 } from "../../core/schema/scalars.js";
import { int64Schema, integer, openObject, opt } from "../../core/schema/schema.js";
import type { SchemaOf, ShapeOf } from "../../core/schema/shape-of.js";

/**
 * Reference to a project.
 *
 * @see Spec: warehouse, "Project list entry and response (see Endpoints)" (fields of the real service)
 */
export interface ProjectReference {
  /** Id of the project. */
  projectId: string;
}

/** Schema of `ProjectReference`, with `parse` and `safeParse`. */
export const ProjectReference: SchemaOf<ProjectReference> = /* @__PURE__ */ openObject({
  projectId: z.string(),
} satisfies ShapeOf<ProjectReference>);

/**
 * A project that has the BigQuery API enabled and that the caller can at least read. Output only.
 *
 * @see Spec: warehouse, "Project list entry and response (see Endpoints)"
 */
export interface Project {
  /** Type of the resource; the same for every project. */
  kind?: string | undefined;
  /** Opaque id of the project. */
  id?: string | undefined;
  /** Numeric id of the project. */
  numericId?: Int64 | undefined;
  /** Unique reference of the project. */
  projectReference?: ProjectReference | undefined;
  /** Display name; can be the empty string. */
  friendlyName?: string | undefined;
}

/** Schema of `Project`, with `parse` and `safeParse`. */
export const Project: SchemaOf<Project> = /* @__PURE__ */ openObject({
  kind: opt(z.string()),
  id: opt(z.string()),
  numericId: opt(int64Schema()),
  projectReference: opt(ProjectReference),
  friendlyName: opt(z.string()),
} satisfies ShapeOf<Project>);

/**
 * One page of the projects in which the caller has a role. Output only.
 *
 * A page can contain fewer projects than requested, because projects without the BigQuery API are filtered out after paging.
 *
 * @see Spec: warehouse, "Project list entry and response (see Endpoints)"
 */
export interface ProjectList {
  /** Type of the response; the same for every page. */
  kind?: string | undefined;
  /** Hash of the page. */
  etag?: string | undefined;
  /** Token of the next page; absent on the last page. */
  nextPageToken?: string | undefined;
  /** Projects of the page; absent if there are none. */
  projects?: Project[] | undefined;
  /** Number of projects in this page, not in the whole list. Present even if it is 0. */
  totalItems?: number | undefined;
}

/** Schema of `ProjectList`, with `parse` and `safeParse`. */
export const ProjectList: SchemaOf<ProjectList> = /* @__PURE__ */ openObject({
  kind: opt(z.string()),
  etag: opt(z.string()),
  nextPageToken: opt(z.string()),
  projects: opt(z.array(Project)),
  totalItems: opt(integer()),
} satisfies ShapeOf<ProjectList>);
