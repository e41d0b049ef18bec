import * as z from "zod/mini";
import type { Int64 } from "../../core/schema/scalars.js";
import { int64Schema, integer, openObject, opt } from "../../core/schema/schema.js";
import type { SchemaOf, ShapeOf } from "../../core/schema/shape-of.js";

/**
 * Names one project.
 *
 * @see Spec: warehouse, "Project list entry and response (see Endpoints)" (fields of the real service)
 */
export interface ProjectReference {
  /** Id of the project. */
  projectId: string;
}

export const ProjectReference: SchemaOf<ProjectReference> = /* @__PURE__ */ openObject({
  projectId: z.string(),
} satisfies ShapeOf<ProjectReference>);

/**
 * A project that the caller may at least read and that has the warehouse enabled. Output only.
 *
 * @see Spec: warehouse, "Project list entry and response (see Endpoints)"
 */
export interface Project {
  /** Names the sort of resource, the same for every project. */
  kind?: string | undefined;
  /** Opaque id of the project. */
  id?: string | undefined;
  /** Number of the project, which is another name for it. */
  numericId?: Int64 | undefined;
  /** Which project it is. */
  projectReference?: ProjectReference | undefined;
  /** Name for people to read; may be the empty string. */
  friendlyName?: string | undefined;
}

export const Project: SchemaOf<Project> = /* @__PURE__ */ openObject({
  kind: opt(z.string()),
  id: opt(z.string()),
  numericId: opt(int64Schema()),
  projectReference: opt(ProjectReference),
  friendlyName: opt(z.string()),
} satisfies ShapeOf<Project>);

/**
 * One page of the projects that the caller has a role in. Output only.
 *
 * A page may hold fewer projects than were asked for: those without the warehouse are taken out after the page is
 * filled.
 *
 * @see Spec: warehouse, "Project list entry and response (see Endpoints)"
 */
export interface ProjectList {
  /** Names the sort of answer, the same for every page. */
  kind?: string | undefined;
  /** Hash of the page. */
  etag?: string | undefined;
  /** What to ask for the next page with; absent on the last page. */
  nextPageToken?: string | undefined;
  /** Projects of the page; absent when there are none. */
  projects?: Project[] | undefined;
  /** Number of projects in this page, not in all; given even when it is 0. */
  totalItems?: number | undefined;
}

export const ProjectList: SchemaOf<ProjectList> = /* @__PURE__ */ openObject({
  kind: opt(z.string()),
  etag: opt(z.string()),
  nextPageToken: opt(z.string()),
  projects: opt(z.array(Project)),
  totalItems: opt(integer()),
} satisfies ShapeOf<ProjectList>);
