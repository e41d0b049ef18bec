// Use Google Tasks, which this package does not ship: typed methods that `fourfold generate` wrote from its discovery document.
import { createService } from "fourfold";
import { createSandbox } from "fourfold/testing";
import { type Task, tasksInsert, tasksList, tasksPatch } from "./generated/tasks.js";

// In your app: createService({ baseUrl, auth: new GoogleAuth({ scopes: [...tasksInsert.scopes] }) })
const sandbox = createSandbox();
const service = createService(sandbox.clientOptions);

// The sandbox does not know Google Tasks, so these handlers simulate it.
const tasks: Task[] = [];
sandbox.route(tasksInsert, ({ body }) => {
  const task = { ...body, id: `task-${tasks.length + 1}`, status: "needsAction" };
  tasks.push(task);
  return task;
});
sandbox.route(tasksList, ({ query: { pageToken = 0, maxResults = 20 } }) => {
  const end = Number(pageToken) + Number(maxResults);
  return { items: tasks.slice(Number(pageToken), end), nextPageToken: end < tasks.length ? String(end) : undefined };
});
sandbox.route(tasksPatch, ({ params, body }) => {
  const task = tasks.find(({ id }) => id === params.task);
  if (task === undefined) return Response.json({ error: { code: 404, message: "Task not found." } }, { status: 404 });
  if (body.status != null) task.status = body.status;
  if (body.notes === null) delete task.notes;
  return task;
});

const tasklist = "@default";
for (const title of ["Water the plants", "Buy bread", "Call Ada"]) {
  await service.call(tasksInsert, { tasklist, body: { title, notes: "this week" } });
}
// null clears a field.
await service.call(tasksPatch, { tasklist, task: "task-2", body: { status: "completed", notes: null } });
for await (const { title, status, notes } of service.list(tasksList, { tasklist }, { maxResults: 2 })) {
  console.log(`${title}: ${status}, ${notes ?? "no notes"}`);
}
console.log(`${sandbox.requests.length} requests`);
