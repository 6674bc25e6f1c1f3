-- Health of a tenant resource that is kept in the cluster, too. Without its own operator nothing ever writes a status,
-- so none is healthy: what leasehold renders from it has a health of its own.
local health = { status = "Healthy", message = "" }
local status = obj.status

if status == nil then
  return health
end
-- A status that the sidecar writes. Argo CD applies what a phase depends on only when this wave is healthy.
if obj.metadata.annotations ~= nil and obj.metadata.annotations["leasehold.dev/status"] ~= nil then
  health.message = status.phase or ""
  return health
end
if status.observedGeneration ~= nil and obj.metadata.generation ~= nil
    and status.observedGeneration < obj.metadata.generation then
  health.status = "Progressing"
  health.message = "the operator has not seen the last change yet"
  return health
end

-- One word for the whole resource; which field holds it is the kind's own matter.
local words = {
  Pending = "Progressing", Provisioning = "Progressing", Terminating = "Progressing",
  Failed = "Degraded", Error = "Degraded", error = "Degraded",
  Suspended = "Suspended", Hibernated = "Suspended", sleeping = "Suspended",
}
for _, field in ipairs({ "phase", "status", "currentStatus" }) do
  local word = status[field]
  if words[word] ~= nil then
    health.status = words[word]
    health.message = status.message or status.reason or word
    return health
  end
end

-- The conditions that decide; of any other kind of condition either value may be right.
local good = { Ready = true, TenantReady = true, NamespaceReady = true, Rendered = true, InstallSucceeded = true, Available = true }
local bad = { Degraded = true, Failed = true, Error = true, Stalled = true, ReconcileError = true }
for _, condition in ipairs(status.conditions or {}) do
  local message = condition.message or condition.reason or condition.type
  local is_wrong = good[condition.type] and condition.status == "False" or bad[condition.type] and condition.status == "True"
  -- Kleff sets this one on a failure only, and then to False.
  if is_wrong or condition.type == "NamespaceNotReady" then
    return { status = "Degraded", message = message }
  end
  if good[condition.type] and condition.status == "Unknown" then
    health = { status = "Progressing", message = message }
  end
end
return health
