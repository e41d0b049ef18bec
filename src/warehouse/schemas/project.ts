import * as z from "zod/mini";
import type { Fields, SchemaOf } from "../../core/schema/fields.js";
import { int64Schema, integer, openObject, opt } from "../../core/schema/schema.js";

/**
 * Reference to a project.
 *
 * @see Spec: warehouse, "Project list entry and response (see Endpoints)" (fields of the real service)
 */
export interface ProjectReference extends Fields<typeof projectReferenceShape> {}

const projectReferenceShape = {
  /** Id of the project. */
  projectId: z.string(),
};

/** Schema of `ProjectReference`, with `parse` and `safeParse`. */
export const ProjectReference: SchemaOf<ProjectReference> = /* @__PURE__ */ openObject(projectReferenceShape);

/**
 * A project that has the BigQuery API enabled and that the caller can at least read. Output only.
 *
 * @see Spec: warehouse, "Project list entry and response (see Endpoints)"
 */
export interface Project extends Fields<typeof projectShape> {}

const projectShape = {
  /** Type of the resource; the same for every project. */
  kind: opt(z.string()),
  /** Opaque id of the project. */
  id: opt(z.string()),
  /** Numeric id of the project. */
  numericId: opt(int64Schema()),
  /** Unique reference of the project. */
  projectReference: opt(ProjectReference),
  /** Display name; can be the empty string. */
  friendlyName: opt(z.string()),
};

/** Schema of `Project`, with `parse` and `safeParse`. */
export const Project: SchemaOf<Project> = /* @__PURE__ */ openObject(projectShape);

/**
 * One page of the projects in which the caller has a role. Output only.
 *
 * A page can contain fewer projects than requested, because projects without the BigQuery API are filtered out after paging.
 *
 * @see Spec: warehouse, "Project list entry and response (see Endpoints)"
 */
export interface ProjectList extends Fields<typeof projectListShape> {}

const projectListShape = {
  /** Type of the response; the same for every page. */
  kind: opt(z.string()),
  /** Hash of the page. */
  etag: opt(z.string()),
  /** Token of the next page; absent on the last page. */
  nextPageToken: opt(z.string()),
  /** Projects of the page; absent if there are none. */
  projects: opt(z.array(Project)),
  /** Number of projects in this page, not in the whole list. Present even if it is 0. */
  totalItems: opt(integer()),
};

/** Schema of `ProjectList`, with `parse` and `safeParse`. */
export const ProjectList: SchemaOf<ProjectList> = /* @__PURE__ */ openObject(projectListShape);
