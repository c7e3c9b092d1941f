// Which methods does every object of Ruby have, which every class and module, which can be called anywhere? From the
// documentation of Ruby 3.4.

const OBJECT = new Set(
  `class clone define_singleton_method display dup enum_for eql? equal? extend freeze frozen? hash inspect instance_of?
  instance_variable_defined? instance_variable_get instance_variable_set instance_variables is_a? itself kind_of? method
  methods nil? object_id private_methods protected_methods public_method public_methods public_send remove_instance_variable
  respond_to? respond_to_missing? send singleton_class singleton_method singleton_methods tap then to_enum to_s yield_self
  instance_eval instance_exec __send__ __id__ !~ === == != ! =~ <=>`.split(/\s+/),
);

const MODULE = new Set(
  `new allocate superclass subclasses attached_object name ancestors instance_method instance_methods public_instance_method
  public_instance_methods private_instance_methods protected_instance_methods method_defined? public_method_defined?
  private_method_defined? protected_method_defined? const_get const_set const_defined? constants const_missing
  const_source_location class_eval class_exec module_eval module_exec class_variable_get class_variable_set
  class_variable_defined? class_variables include include? included_modules prepend extend define_method alias_method
  remove_method undef_method attr attr_reader attr_writer attr_accessor public private protected module_function
  public_class_method private_class_method private_constant public_constant deprecate_constant autoload autoload? refine
  using instance_method remove_const < <= > >=`.split(/\s+/),
);

const KERNEL = new Set(
  `puts print p pp putc printf sprintf format gets readline readlines open raise fail loop lambda proc catch throw require
  require_relative load autoload rand srand sleep exit exit! abort at_exit binding block_given? caller caller_locations eval
  exec fork spawn system trap warn select test global_variables local_variables set_trace_func trace_var untrace_var
  Integer Float String Array Hash Rational Complex __method__ __dir__ __callee__ callcc syscall`.split(/\s+/),
);

export function isOfEveryObject(name: string): boolean {
  return OBJECT.has(name);
}

export function isOfModule(name: string): boolean {
  return MODULE.has(name);
}

export function isOfKernel(name: string): boolean {
  return KERNEL.has(name);
}

/** Methods that Ruby calls where their name does not stand. */
const HOOKS = new Set(
  `inherited included extended prepended method_added singleton_method_added method_removed const_missing method_missing
  respond_to_missing? initialize_copy initialize_dup initialize_clone to_s to_str to_a to_ary to_h to_hash to_proc to_int
  coerce each call hash eql? inspect marshal_dump marshal_load`.split(/\s+/),
);

export function isHook(name: string): boolean {
  return HOOKS.has(name);
}
